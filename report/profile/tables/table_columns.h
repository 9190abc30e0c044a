/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Rows and columns of the tables of tables.def, one value at a time. The writers of export and the
 * batches of libpdata-names read tables through it.
 */

#include "profile/tables/recording_tables.h"

#include <pdata/tracing.h>

enum table_type { TABLE_U32, TABLE_I32, TABLE_U64, TABLE_I64, TABLE_BOOL, TABLE_TEXT };

struct table_value {
	bool null;
	/* Numbers; an I32 is extended to 64 bits. */
	uint64_t number;
	/* TABLE_TEXT: valid until the next row. */
	const char *text;
};

struct table;
struct table_column;

/* The current row of a table. */
struct table_cursor {
	struct tables *t;
	const struct table *table;
	uint32_t n; /* number of the row; 0 before the first one */
	/* The column that get() is asked for. */
	const struct table_column *column;
	struct tables_sample sample; /* samples, branches and tracepoints: the row's sample */
	struct pdata_record record;  /* sideband: the row, decoded in value */
	struct pdata_value value;
	uint32_t branch;		 /* branches: number in the sample's branches, from 0 */
	struct tables_state state;	 /* thread_states: the row */
	struct tables_frame_facts facts; /* frames: the row */
	char text[160];			 /* scratch for a short text of the row */
	char *made;			 /* meta: text of the row, or NULL */
};

struct table_column {
	const char *name;
	enum table_type type;
	const char *unit, *meaning;
	const struct pdata_field *field; /* tracepoints: the field, or NULL */
	/* Set @v to the value of the current row; @v is zeroed before. */
	void (*get)(struct table_cursor *c, struct table_value *v);
};

struct table {
	const char *name;
	const struct table_column *columns;
	uint32_t nr_columns;
	/* rows are read from the recording, so table_begin() does not need tables_complete() */
	bool of_pass;
	/* Go to the next row. Return: 1; 0: there is none, or the session has an error. */
	int (*next)(struct table_cursor *c);
	uint32_t event; /* tracepoints: index of the event */
};

#define TABLES_NR 10u
extern const struct table *const tables_all[TABLES_NR];
extern const char *const tables_meanings[TABLES_NR]; /* of the tables in tables_all */

/*
 * Find a table of tables.def, or that of an event, "sched:sched_switch". Return: NULL: there is no
 * such table, or the session has an error.
 */
const struct table *tables_find(struct tables *t, const char *name);

/* tracepoint_table.c: the table of the tracepoint with that event name, made at the first call. */
const struct table *tables_find_tracepoint(struct tables *t, const char *name);

/* Begin with the first row of @table. Return: enum rep_exit. */
int table_begin(struct table_cursor *c, struct tables *t, const struct table *table);
void table_end(struct table_cursor *c);

/* Get the value of column @i of the current row. */
static inline struct table_value table_get(struct table_cursor *c, uint32_t i)
{
	struct table_value v = { .null = false };

	c->column = &c->table->columns[i];
	c->column->get(c, &v);
	return v;
}

/* table.next() of tables whose rows are numbered from 1 to @nr. */
static inline int table_next_of(struct table_cursor *c, uint32_t nr)
{
	return c->n < nr ? (c->n++, 1) : 0;
}

static inline void table_number(struct table_value *v, uint64_t number)
{
	v->number = number;
}

/* Set @v to a number, or to null if @number is 0. */
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
 * sideband_table.c: decode c->record into the current row of the table "sideband". Return: false:
 * the record has no row in the table.
 */
bool table_sideband_row(struct table_cursor *c);

extern const struct table table_meta, table_events, table_samples, table_stacks, table_frames,
	table_mappings, table_threads, table_branches, table_sideband, table_thread_states;
