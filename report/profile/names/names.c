/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libpdata-names: opens a recording as tables for programs outside of pdata. Each call enters the
 * context of its handle, so that recordings do not share messages and failed allocations.
 */
#include <pdata/tables.h>

#include "base/array.h"
#include "base/context.h"
#include "common/opts.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"
#include "profile/names/arrow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH_ROWS 8192u
#define BATCH_ROWS_MAX (1u << 24)

struct pdata_tables {
	struct rep_context context;
	struct pdata_tables_opts opts;
	struct rep_input in;
	struct tables *t;
	struct table_cursor cursor;
	bool begun; /* cursor has a table */
	/* number of samples with cut stacks in the last message about them */
	uint64_t nr_said;
	/* The last message, for struct pdata_error. */
	char last[sizeof(((struct pdata_error *)NULL)->text)];
};

static void note_message(void *ctx, const char *line)
{
	struct pdata_tables *t = ctx;

	snprintf(t->last, sizeof(t->last), "%s", line);
	if (t->opts.message)
		t->opts.message(t->opts.message_ctx, line);
}

/* Fill @err by the handle's last message. Return: @code. */
static int tables_error(const struct pdata_tables *t, int code, struct pdata_error *err)
{
	if (err) {
		*err = (struct pdata_error){ .code = code, .field = "" };
		if (t)
			memcpy(err->text, t->last, sizeof(err->text));
	}
	return code;
}

/* The code of a failure after which the session has no more to say. */
static int code_of_failure(const struct pdata_tables *t, int otherwise)
{
	const struct pdata_error *e = NULL;
	struct rep_session *s = t->t ? tables_session(t->t) : NULL;

	if (atomic_load(&t->context.nr_failures) || (s && session_err(s)))
		return PDATA_E_NOMEM;
	if (s && s->open_err)
		return s->open_err;
	if (s && s->reader)
		e = pdata_reader_error(s->reader);
	return e && e->code < 0 ? e->code : otherwise;
}

static void set_options(struct pdata_tables *t, const char *path, struct tables_opts *o)
{
	const struct pdata_tables_opts *p = &t->opts;

	t->in = (struct rep_input){ .path = path,
				    .kallsyms = p->kallsyms,
				    .vmlinux = p->vmlinux,
				    .modules = p->modules,
				    .debuginfod = p->debuginfod,
				    .inline_frames = !p->no_inline,
				    .no_demangle = p->no_demangle,
				    .lines = p->lines };
	if (p->symfs)
		t->in.symfs = (struct rep_list){ .word = { p->symfs }, .nr = 1 };
	*o = (struct tables_opts){ .in = &t->in,
				   .filter = { .time = p->time,
					       .comms = p->comms,
					       .cpus = p->cpus,
					       .pids = p->pids,
					       .tids = p->tids },
				   .events = p->events,
				   .file_order = p->file_order,
				   .lines = p->lines,
				   .max_stack = p->max_stack ? p->max_stack : TABLES_MAX_STACK,
				   .jobs = p->jobs };
}

static void free_handle(struct pdata_tables *t)
{
	if (t->begun)
		table_end(&t->cursor);
	tables_close(t->t);
	rep_context_end(&t->context);
	free(t);
}

int pdata_tables_open(struct pdata_tables **out, const char *path,
		      const struct pdata_tables_opts *o, struct pdata_error *err)
{
	struct pdata_tables *t = calloc(1, sizeof(*t));
	struct rep_context *former;
	struct tables_opts opts;
	const char *wrong;
	int rc, code;

	*out = NULL;
	if (!t)
		return tables_error(NULL, PDATA_E_NOMEM, err);
	/* pdata itself reads perf.data in place of an empty path, or standard input. */
	wrong = !pd_opts_take(&t->opts, sizeof(t->opts), o) ? "opts.size is not a size of struct "
							      "pdata_tables_opts"
		: !path || !*path			    ? "the path is empty"
							    : NULL;
	if (wrong) {
		snprintf(t->last, sizeof(t->last), "%s", wrong);
		tables_error(t, PDATA_E_ARG, err);
		free(t);
		return PDATA_E_ARG;
	}
	t->context.message = note_message;
	t->context.message_ctx = t;
	former = rep_context_enter(&t->context);
	set_options(t, path, &opts);
	rc = tables_open(&t->t, &opts);
	code = rc == REP_OK ? 0 : code_of_failure(t, PDATA_E_ARG);
	if (code) {
		tables_error(t, code, err);
		free_handle(t);
	} else {
		*out = t;
	}
	rep_context_enter(former);
	return code;
}

void pdata_tables_close(struct pdata_tables *t)
{
	struct rep_context *former;

	if (!t)
		return;
	former = rep_context_enter(&t->context);
	free_handle(t);
	rep_context_enter(former);
}

const char *pdata_tables_name(uint32_t i)
{
	return i < REP_NR(tables_all) ? tables_all[i]->name : NULL;
}

static int begin_table(struct pdata_tables *t, const char *name, struct ArrowSchema *schema)
{
	const struct table *table = tables_find(t->t, name);
	struct ArrowSchema made;

	if (!table) {
		rep_err("there is no table %s for this recording", name);
		return code_of_failure(t, PDATA_E_ARG);
	}
	if (t->begun)
		table_end(&t->cursor);
	t->begun = true;
	if (table_begin(&t->cursor, t->t, table) != REP_OK)
		return code_of_failure(t, PDATA_E_SYS);
	if (!schema)
		return 0;
	if (names_make_schema(table, &made))
		return PDATA_E_NOMEM;
	*schema = made;
	return 0;
}

int pdata_tables_begin(struct pdata_tables *t, const char *table, struct ArrowSchema *schema,
		       struct pdata_error *err)
{
	struct rep_context *former = rep_context_enter(&t->context);
	const int code = begin_table(t, table, schema);

	rep_context_enter(former);
	return code ? tables_error(t, code, err) : 0;
}

/* At the end of a table: report stacks that were cut since the last such message. */
static void say_cut_stacks(struct pdata_tables *t)
{
	const uint64_t nr = tables_losses(t->t)->cut_stacks;

	if (nr > t->nr_said)
		tables_warn_cut_stacks(t->t, "max_stack");
	t->nr_said = nr;
}

static int next_batch(struct pdata_tables *t, struct ArrowArray *array)
{
	const uint32_t asked = t->opts.batch_rows ? t->opts.batch_rows : BATCH_ROWS;
	const uint32_t rows = asked < BATCH_ROWS_MAX ? asked : BATCH_ROWS_MAX;
	struct table_cursor *c = &t->cursor;
	struct names_batch b;

	if (!t->begun)
		return PDATA_E_ARG;
	if (names_batch_begin(&b, c->table, rows))
		return PDATA_E_NOMEM;
	while (b.nr_rows < rows && c->table->next(c))
		if (names_batch_add(&b, c)) {
			names_batch_drop(&b);
			return PDATA_E_NOMEM;
		}
	if (session_err(tables_session(t->t)) || !b.nr_rows) {
		names_batch_drop(&b);
		if (session_err(tables_session(t->t)))
			return PDATA_E_NOMEM;
		say_cut_stacks(t);
		return 0;
	}
	return names_batch_finish(&b, array) ? PDATA_E_NOMEM : 1;
}

int pdata_tables_next(struct pdata_tables *t, struct ArrowArray *batch, struct pdata_error *err)
{
	struct rep_context *former = rep_context_enter(&t->context);
	const int code = next_batch(t, batch);

	rep_context_enter(former);
	return code < 0 ? tables_error(t, code, err) : code;
}

int pdata_tables_partial(const struct pdata_tables *t)
{
	const struct rep_session *s = tables_session(t->t);

	return s->status != REP_OK || rep_session_damage(s)->nr != 0;
}

int pdata_tables_locate(struct pdata_tables *t, const struct pdata_tables_address *address,
			struct pdata_tables_location *out)
{
	struct rep_context *former = rep_context_enter(&t->context);
	struct rep_session *s = tables_session(t->t);
	struct resolve_ctx at = { .time = address->time, .seq = UINT64_MAX };
	struct pdata_thread_at thread;
	struct location l;

	*out = (struct pdata_tables_location){ .address = address->address };
	pdata_tasks_at(s->tasks, address->pid, address->tid, at.time, at.seq, &thread);
	at.maps = thread.maps;
	resolve_address(s->syms, &at, address->cpumode, address->address, &l);
	out->address = l.addr;
	if (l.sym) {
		out->function = l.sym->name;
		out->offset = l.addr - l.sym->start;
	}
	if (l.map) {
		out->object = symbols_dso_short(s->syms, l.map->object);
		if (!symbols_line(s->syms, l.map->object, l.addr, &out->file, &out->line))
			out->file = NULL;
	}
	rep_context_enter(former);
	return session_err(s) ? PDATA_E_NOMEM : 0;
}
