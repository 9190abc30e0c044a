/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of all tables, and the columns of tables whose rows tables.h gives by number. */
#include "profile/tables/table_columns.h"

#include "base/array.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/object_symbols.h"

#include <stdlib.h>
#include <string.h>

const struct table *const tables_all[TABLES_NR] = {
#define TABLE(name, meaning) &table_##name,
#include "profile/tables/tables.def"
};

const char *const tables_meanings[TABLES_NR] = {
#define TABLE(name, meaning) meaning,
#include "profile/tables/tables.def"
};

const struct table *tables_find(struct tables *t, const char *name)
{
	for (size_t i = 0; i < REP_NR(tables_all); i++)
		if (!strcmp(tables_all[i]->name, name))
			return tables_all[i];
	return tables_find_tracepoint(t, name);
}

int table_begin(struct table_cursor *c, struct tables *t, const struct table *table)
{
	*c = (struct table_cursor){ .t = t, .table = table };
	return table->of_pass ? tables_begin_pass(t) : tables_complete(t);
}

void table_end(struct table_cursor *c)
{
	free(c->made);
	c->made = NULL;
}

/* ---- stacks ------------------------------------------------------------------------------ */

static int next_stack(struct table_cursor *c)
{
	return table_next_of(c, tables_nr_stacks(c->t));
}

static void stacks_stack(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->n);
}

static void stacks_parent(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, tables_stack(c->t, c->n)->parent);
}

static void stacks_frame(struct table_cursor *c, struct table_value *v)
{
	table_number(v, tables_stack(c->t, c->n)->frame);
}

static void stacks_depth(struct table_cursor *c, struct table_value *v)
{
	table_number(v, tables_stack(c->t, c->n)->depth);
}

/* ---- frames ------------------------------------------------------------------------------ */

static int next_frame(struct table_cursor *c)
{
	if (!table_next_of(c, tables_nr_frames(c->t)))
		return 0;
	tables_frame_facts(c->t, c->n, &c->facts);
	return 1;
}

static void frames_frame(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->n);
}

static void frames_function(struct table_cursor *c, struct table_value *v)
{
	table_text(v, c->facts.function);
}

static void frames_file(struct table_cursor *c, struct table_value *v)
{
	table_text(v, c->facts.file);
}

static void frames_line(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->facts.line);
}

static void frames_object(struct table_cursor *c, struct table_value *v)
{
	table_text(v, c->facts.object);
}

static void frames_mapping(struct table_cursor *c, struct table_value *v)
{
	table_reference(v, c->facts.map);
}

static void frames_address(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->facts.addr);
}

static void frames_offset(struct table_cursor *c, struct table_value *v)
{
	v->null = !c->facts.function;
	v->number = c->facts.offset;
}

static void frames_inlined(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->facts.inlined);
}

static void frames_kind(struct table_cursor *c, struct table_value *v)
{
	table_text(v, tables_kind_names[c->facts.kind]);
}

/* ---- mappings ---------------------------------------------------------------------------- */

static int next_mapping(struct table_cursor *c)
{
	return table_next_of(c, tables_nr_maps(c->t));
}

static void mappings_mapping(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->n);
}

static void mappings_path(struct table_cursor *c, struct table_value *v)
{
	table_text(v, tables_map(c->t, c->n)->object->name);
}

static void mappings_build_id(struct table_cursor *c, struct table_value *v)
{
	struct sym_build_id id;

	symbols_build_id(tables_session(c->t)->syms, tables_map(c->t, c->n)->object, &id);
	v->null = !id.size;
	if (v->null)
		return;
	sym_id_hex(&id, c->text);
	v->text = c->text;
}

static void mappings_start(struct table_cursor *c, struct table_value *v)
{
	table_number(v, tables_map(c->t, c->n)->start);
}

static void mappings_end(struct table_cursor *c, struct table_value *v)
{
	table_number(v, tables_map(c->t, c->n)->end);
}

static void mappings_pgoff(struct table_cursor *c, struct table_value *v)
{
	table_number(v, tables_map(c->t, c->n)->pgoff);
}

/* ---- threads ----------------------------------------------------------------------------- */

static int next_thread(struct table_cursor *c)
{
	return table_next_of(c, tables_nr_threads(c->t));
}

static void threads_thread(struct table_cursor *c, struct table_value *v)
{
	table_number(v, c->n);
}

static void threads_tid(struct table_cursor *c, struct table_value *v)
{
	table_number(v, (uint64_t)(int32_t)tables_thread(c->t, c->n)->tid);
}

static void threads_pid(struct table_cursor *c, struct table_value *v)
{
	table_number(v, (uint64_t)(int32_t)tables_thread(c->t, c->n)->pid);
}

static void threads_comm(struct table_cursor *c, struct table_value *v)
{
	table_text(v, tables_thread(c->t, c->n)->comm);
}

/* A fact about the life of the row's thread; @known: by the task, if there is one. */
static void set_task_fact(struct table_value *v, bool known, uint64_t number)
{
	v->null = !known;
	v->number = number;
}

static void threads_start(struct table_cursor *c, struct table_value *v)
{
	const struct tables_task *k = tables_thread(c->t, c->n)->task;

	set_task_fact(v, k && k->has_start, k ? k->start : 0);
}

static void threads_end(struct table_cursor *c, struct table_value *v)
{
	const struct tables_task *k = tables_thread(c->t, c->n)->task;

	set_task_fact(v, k && k->has_end, k ? k->end : 0);
}

static void threads_parent_pid(struct table_cursor *c, struct table_value *v)
{
	const struct tables_task *k = tables_thread(c->t, c->n)->task;

	set_task_fact(v, k && k->has_parent, k ? (uint64_t)(int32_t)k->parent_pid : 0);
}

static void threads_parent_tid(struct table_cursor *c, struct table_value *v)
{
	const struct tables_task *k = tables_thread(c->t, c->n)->task;

	set_task_fact(v, k && k->has_parent, k ? (uint64_t)(int32_t)k->parent_tid : 0);
}

/* ---- the tables -------------------------------------------------------------------------- */

static const struct table_column stack_columns[] = {
#define STACKS(name, type, unit, meaning)                                                          \
	{ #name, TABLE_##type, unit, meaning, .get = stacks_##name },
#include "profile/tables/tables.def"
};

static const struct table_column frame_columns[] = {
#define FRAMES(name, type, unit, meaning)                                                          \
	{ #name, TABLE_##type, unit, meaning, .get = frames_##name },
#include "profile/tables/tables.def"
};

static const struct table_column mapping_columns[] = {
#define MAPPINGS(name, type, unit, meaning)                                                        \
	{ #name, TABLE_##type, unit, meaning, .get = mappings_##name },
#include "profile/tables/tables.def"
};

static const struct table_column thread_columns[] = {
#define THREADS(name, type, unit, meaning)                                                         \
	{ #name, TABLE_##type, unit, meaning, .get = threads_##name },
#include "profile/tables/tables.def"
};

#define NUMBERED(name_, columns_, next_)                                                           \
	const struct table table_##name_ = {                                                       \
		.name = #name_, .columns = columns_, .nr_columns = REP_NR(columns_), .next = next_ \
	};
NUMBERED(stacks, stack_columns, next_stack)
NUMBERED(frames, frame_columns, next_frame)
NUMBERED(mappings, mapping_columns, next_mapping)
NUMBERED(threads, thread_columns, next_thread)
