/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Gives access to the rows and columns of the tables of tables.def, one value at a time. `pdata
 * export` reads tables with these functions, and so does libpdata-names, to fill the arrays of rows
 * (batches) that it returns.
 */

#include "profile/tables/recording_tables.h"

#include <pdata/tracing.h>

enum table_type { TABLE_U32, TABLE_I32, TABLE_U64, TABLE_I64, TABLE_BOOL, TABLE_TEXT };

struct table_value {
	bool null;
	/*
	 * The value, if the type of the column is not TABLE_TEXT. A value of type TABLE_I32 is
	 * sign-extended to 64 bits.
	 */
	uint64_t number;
	/* The text, if the type of the column is TABLE_TEXT; valid until the cursor moves on. */
	const char *text;
};

struct table;
struct table_column;

/* A cursor: the current row of a table. */
struct table_cursor {
	struct tables *t;
	const struct table *table;
	uint32_t n; /* row number of the current row, from 1; 0: before the first row */
	/* The column whose table_column.get() is being called. */
	const struct table_column *column;
	/* tables "samples" and "branches", and tables of tracepoints: sample of the current row */
	struct tables_sample sample;
	/*
	 * table "sideband": @record is the record of the current row, and @value is the decoded
	 * record
	 */
	struct pdata_record record;
	struct pdata_value value;
	/*
	 * table "branches": index, from 0, of the current row's branch in the branch stack of
	 * @sample
	 */
	uint32_t branch;
	struct tables_state state;	 /* table "thread_states": the current row */
	struct tables_frame_facts facts; /* table "frames": the current row */
	char text[160];			 /* buffer for a short text of the current row */
	/*
	 * Text of the current row in two cases: in the table "meta"; and in the table of a
	 * tracepoint, if the text does not fit in @text. table_end() frees this text. NULL: there
	 * is no such text.
	 */
	char *made;
};

struct table_column {
	const char *name;
	enum table_type type;
	const char *unit, *meaning;
	/* tables of tracepoints: the field of the column; NULL: the column shows no field */
	const struct pdata_field *field;
	/* Set @v to the value of this column in the current row of @c. The caller has zeroed @v. */
	void (*get)(struct table_cursor *c, struct table_value *v);
};

struct table {
	const char *name;
	const struct table_column *columns;
	uint32_t nr_columns;
	/*
	 * true: the rows are read from the recording, record by record, so table_begin() calls
	 * tables_begin_pass(). false: table_begin() calls tables_complete().
	 */
	bool of_pass;
	/*
	 * Move @c to the next row. Return: 1 if there is a next row; 0 if there are no more rows,
	 * or if session_err() returns an error.
	 */
	int (*next)(struct table_cursor *c);
	uint32_t event; /* tables of tracepoints: index of the event */
};

#define TABLES_NR 10u
extern const struct table *const tables_all[TABLES_NR];
/* one sentence about each table in tables_all */
extern const char *const tables_meanings[TABLES_NR];

/*
 * Return the table of tables.def with the name @name, or the table of the tracepoint whose event
 * has this name, such as "sched:sched_switch". Return NULL if there is no such table, or if
 * session_err() returns an error.
 */
const struct table *tables_find(struct tables *t, const char *name);

/*
 * tracepoint_table.c: return the table of the tracepoint whose event is called @name. The first
 * call makes the table.
 */
const struct table *tables_find_tracepoint(struct tables *t, const char *name);

/* Set up @c so that the next row of @c is the first row of @table. Return: enum rep_exit. */
int table_begin(struct table_cursor *c, struct tables *t, const struct table *table);
void table_end(struct table_cursor *c);

/* Return the value of the column with index @i in the current row of @c. */
static inline struct table_value table_get(struct table_cursor *c, uint32_t i)
{
	struct table_value v = { .null = false };

	c->column = &c->table->columns[i];
	c->column->get(c, &v);
	return v;
}

/*
 * Implement table.next() for a table whose rows are numbered from 1 to @nr. Return: 1 if @c was
 * moved to the next row; 0 if there are no more rows.
 */
static inline int table_next_of(struct table_cursor *c, uint32_t nr)
{
	return c->n < nr ? (c->n++, 1) : 0;
}

static inline void table_number(struct table_value *v, uint64_t number)
{
	v->number = number;
}

/* Set @v to null if @number is 0, otherwise to @number. */
static inline void table_reference(struct table_value *v, uint32_t number)
{
	v->null = !number;
	v->number = number;
}

static inline void table_text(struct table_value *v, const char *text)
{
	v->null = !text;
	v->text = text;
}

/*
 * sideband_table.c: decode c->record into the current row of the table "sideband". Return: false if
 * the record has no row in this table.
 */
bool table_sideband_row(struct table_cursor *c);

extern const struct table table_meta, table_events, table_samples, table_stacks, table_frames,
	table_mappings, table_threads, table_branches, table_sideband, table_thread_states;
