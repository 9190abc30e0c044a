/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the processed profile format of the Firefox Profiler, version 60
 * (firefox-devtools/profiler, docs-developer/CHANGELOG-formats.md): a track for each thread and, if
 * there are several events, for each event of it. The profiler upgrades older versions as it loads.
 */
#include "console/command.h"
#include "view/export/event_labels.h"
#include "view/export/export_streams.h"
#include "view/export/export_tree.h"
#include "view/export/firefox_markers.h"

#include <stdlib.h>
#include <string.h>

#define FORMAT_VERSION 60
#define GECKO_VERSION 24

enum { CATEGORY_OTHER, CATEGORY_USER, CATEGORY_KERNEL, CATEGORY_JIT };

/* A sample in the stream of its track. */
struct row {
	uint64_t time, period;
	uint32_t stack; /* number; without a stack the number of the frame, with NO_STACK */
	uint32_t unused;
};

/* The samples of an event in a thread. */
struct track {
	uint32_t thread, event;
};

/* The first track of a thread. */
struct tid_track {
	uint32_t tid;
	uint32_t place; /* index in firefox.order */
};

struct func_key {
	uint32_t name, file, object; /* strings, from 1; 0: none */
};

struct firefox {
	struct export *e;
	struct pd_json j;
	struct export_streams rows; /* streams of struct row, by track */
	struct interner tracks;	    /* struct track */
	uint32_t *order;	    /* tracks as they are written */
	struct tid_track *tids;	    /* sorted */
	uint32_t nr_tids;
	uint64_t begin; /* time of the first sample that has a time, or of the first marker */
	struct export_markers markers;
	uint32_t nr_events;
	char **event_labels; /* by event */
	struct interner strings;
	struct interner funcs;		  /* struct func_key */
	struct interner objects;	  /* string numbers of names, as uint32_t */
	uint32_t *func_of;		  /* by frame */
	struct tables_frame_facts *facts; /* by frame */
	uint32_t *stack_row; /* by stack: its row of stackTable, in which callers come first */
	uint32_t *stack_at;  /* by row of stackTable */
};

/* ---- reading ---- */

#define NO_STACK 0x80000000u

static int read_samples(struct firefox *f)
{
	struct tables_sample s;

	if (tables_begin_pass(f->e->t) != REP_OK)
		return REP_FAIL;
	while (tables_next_sample(f->e->t, &s)) {
		const struct track key = { s.thread, s.event };
		const uint32_t track = interner_add(&f->tracks, &key, sizeof(key));
		const struct row row = { .time = s.time,
					 .period = s.period,
					 .stack = s.stack ? s.stack : s.frame | NO_STACK };

		export_streams_put(&f->rows, track, &row, sizeof(row));
		export_markers_sample(&f->markers, track, &s);
		if (s.time) /* 0: the event has no times */
			f->begin = s.time < f->begin ? s.time : f->begin;
	}
	if (f->tracks.err)
		rep_exit_no_memory();
	return tables_complete(f->e->t);
}

static uint32_t number_string(struct firefox *f, const char *s)
{
	return interner_add(&f->strings, s, (uint32_t)strlen(s));
}

static void read_frames(struct firefox *f)
{
	const uint32_t nr = tables_nr_frames(f->e->t);

	f->func_of = rep_alloc((size_t)nr + 1, sizeof(*f->func_of));
	f->facts = rep_alloc((size_t)nr + 1, sizeof(*f->facts));
	for (uint32_t n = 1; n <= nr; n++) {
		struct tables_frame_facts *facts = &f->facts[n];
		struct func_key key;
		char *name;

		tables_frame_facts(f->e->t, n, facts);
		name = export_label(facts, "");
		key.name = number_string(f, name);
		free(name);
		key.file = facts->file ? number_string(f, facts->file) : 0;
		key.object = 0;
		if (facts->object) {
			const uint32_t object = number_string(f, facts->object);

			key.object = interner_add(&f->objects, &object, sizeof(object));
		}
		f->func_of[n] = interner_add(&f->funcs, &key, sizeof(key));
	}
	if (f->strings.err || f->funcs.err || f->objects.err)
		rep_exit_no_memory();
}

/* Number the rows of stackTable by depth, because a caller comes before those it calls. */
static void sort_stacks(struct firefox *f)
{
	const uint32_t nr = tables_nr_stacks(f->e->t);
	uint32_t deepest = 0, at = 0, *start;

	f->stack_row = rep_alloc((size_t)nr + 1, sizeof(*f->stack_row));
	f->stack_at = rep_alloc((size_t)nr + 1, sizeof(*f->stack_at));
	for (uint32_t i = 1; i <= nr; i++)
		if (tables_stack(f->e->t, i)->depth > deepest)
			deepest = tables_stack(f->e->t, i)->depth;
	start = rep_alloc((size_t)deepest + 1, sizeof(*start));
	for (uint32_t i = 1; i <= nr; i++)
		start[tables_stack(f->e->t, i)->depth]++;
	for (uint32_t d = 0; d <= deepest; d++) {
		const uint32_t n = start[d];

		start[d] = at;
		at += n;
	}
	for (uint32_t i = 1; i <= nr; i++) {
		f->stack_row[i] = start[tables_stack(f->e->t, i)->depth]++;
		f->stack_at[f->stack_row[i]] = i;
	}
	free(start);
}

/* ---- columns ---- */

/* A column with the same literal in all rows. */
static void put_same(struct firefox *f, const char *key, const char *literal, uint32_t nr)
{
	pd_json_open(&f->j, key, '[');
	for (uint32_t i = 0; i < nr; i++) {
		if (i)
			out_char(f->e->out, ',');
		out_raw_str(f->e->out, literal);
	}
	pd_json_close(&f->j, ']');
}

/* Write @number - 1, because the format counts from 0; a @number of 0 is null. */
static void put_index(struct firefox *f, uint32_t i, uint32_t number)
{
	if (i)
		out_char(f->e->out, ',');
	if (number)
		out_dec(f->e->out, number - 1);
	else
		out_raw_str(f->e->out, "null");
}

static void put_stack_table(struct firefox *f)
{
	const uint32_t nr = tables_nr_stacks(f->e->t), frames = tables_nr_frames(f->e->t);

	pd_json_open(&f->j, "stackTable", '{');
	pd_json_open(&f->j, "frame", '[');
	for (uint32_t i = 0; i < nr; i++)
		put_index(f, i, tables_stack(f->e->t, f->stack_at[i])->frame);
	/* After the stacks, each frame has a row, for samples without a stack. */
	for (uint32_t n = 1; n <= frames; n++)
		put_index(f, nr + n - 1, n);
	pd_json_close(&f->j, ']');
	pd_json_open(&f->j, "prefix", '[');
	for (uint32_t i = 0; i < nr; i++) {
		const uint32_t parent = tables_stack(f->e->t, f->stack_at[i])->parent;

		put_index(f, i, parent ? f->stack_row[parent] + 1 : 0);
	}
	for (uint32_t n = 1; n <= frames; n++)
		put_index(f, nr + n - 1, 0);
	pd_json_close(&f->j, ']');
	pd_json_u64(&f->j, "length", (uint64_t)nr + frames);
	pd_json_close(&f->j, '}');
}

static unsigned category_of(const struct tables_frame_facts *facts)
{
	return facts->kind == TABLES_KERNEL ? CATEGORY_KERNEL
	       : facts->kind == TABLES_JIT  ? CATEGORY_JIT
	       : facts->kind == TABLES_USER ? CATEGORY_USER
					    : CATEGORY_OTHER;
}

static void put_frame_table(struct firefox *f)
{
	const uint32_t nr = tables_nr_frames(f->e->t);

	pd_json_open(&f->j, "frameTable", '{');
	pd_json_open(&f->j, "address", '[');
	for (uint32_t n = 1; n <= nr; n++)
		out_printf(f->e->out, n > 1 ? ",%lld" : "%lld",
			   f->facts[n].addr < UINT64_C(1) << 53 ? (long long)f->facts[n].addr : -1);
	pd_json_close(&f->j, ']');
	pd_json_open(&f->j, "inlineDepth", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, f->facts[n].inlined + 1u);
	pd_json_close(&f->j, ']');
	pd_json_open(&f->j, "category", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, category_of(&f->facts[n]) + 1);
	pd_json_close(&f->j, ']');
	put_same(f, "subcategory", "0", nr);
	pd_json_open(&f->j, "func", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, f->func_of[n]);
	pd_json_close(&f->j, ']');
	put_same(f, "nativeSymbol", "null", nr);
	put_same(f, "innerWindowID", "null", nr);
	pd_json_open(&f->j, "line", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, f->facts[n].line ? f->facts[n].line + 1 : 0);
	pd_json_close(&f->j, ']');
	put_same(f, "column", "null", nr);
	pd_json_u64(&f->j, "length", nr);
	pd_json_close(&f->j, '}');
}

static const struct func_key *func_at(const struct firefox *f, uint32_t n)
{
	return (const struct func_key *)(const void *)f->funcs.all[n].data;
}

static uint32_t nr_interned(const struct interner *b)
{
	return b->nr ? b->nr - 1 : 0;
}

static void put_func_table(struct firefox *f)
{
	const uint32_t nr = nr_interned(&f->funcs);

	pd_json_open(&f->j, "funcTable", '{');
	pd_json_open(&f->j, "name", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, func_at(f, n)->name);
	pd_json_close(&f->j, ']');
	put_same(f, "isJS", "false", nr);
	put_same(f, "relevantForJS", "false", nr);
	pd_json_open(&f->j, "resource", '[');
	for (uint32_t n = 1; n <= nr; n++)
		out_printf(f->e->out, n > 1 ? ",%d" : "%d", (int)func_at(f, n)->object - 1);
	pd_json_close(&f->j, ']');
	/* The sources are the strings, by the same numbers. */
	pd_json_open(&f->j, "source", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, func_at(f, n)->file);
	pd_json_close(&f->j, ']');
	put_same(f, "lineNumber", "null", nr);
	put_same(f, "columnNumber", "null", nr);
	pd_json_u64(&f->j, "length", nr);
	pd_json_close(&f->j, '}');
}

static uint32_t object_name(const struct firefox *f, uint32_t n)
{
	uint32_t name;

	memcpy(&name, f->objects.all[n].data, sizeof(name));
	return name;
}

static void put_resource_table(struct firefox *f)
{
	const uint32_t nr = nr_interned(&f->objects);

	pd_json_open(&f->j, "resourceTable", '{');
	pd_json_open(&f->j, "lib", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, n);
	pd_json_close(&f->j, ']');
	pd_json_open(&f->j, "name", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, object_name(f, n));
	pd_json_close(&f->j, ']');
	put_same(f, "host", "null", nr);
	put_same(f, "type", "1", nr);
	pd_json_u64(&f->j, "length", nr);
	pd_json_close(&f->j, '}');
}

static void put_strings(struct firefox *f)
{
	const uint32_t nr = nr_interned(&f->strings);

	pd_json_open(&f->j, "stringArray", '[');
	for (uint32_t n = 1; n <= nr; n++)
		pd_json_mem(&f->j, NULL, (const char *)f->strings.all[n].data,
			    f->strings.all[n].len);
	pd_json_close(&f->j, ']');
	pd_json_open(&f->j, "sources", '{');
	put_same(f, "id", "null", nr);
	pd_json_open(&f->j, "filename", '[');
	for (uint32_t n = 1; n <= nr; n++)
		put_index(f, n - 1, n);
	pd_json_close(&f->j, ']');
	pd_json_u64(&f->j, "length", nr);
	pd_json_close(&f->j, '}');
}

static void put_shared(struct firefox *f)
{
	pd_json_open(&f->j, "shared", '{');
	put_stack_table(f);
	put_frame_table(f);
	put_func_table(f);
	put_resource_table(f);
	pd_json_open(&f->j, "nativeSymbols", '{');
	put_same(f, "libIndex", "", 0);
	put_same(f, "address", "", 0);
	put_same(f, "name", "", 0);
	put_same(f, "functionSize", "", 0);
	pd_json_u64(&f->j, "length", 0);
	pd_json_close(&f->j, '}');
	put_strings(f);
	pd_json_close(&f->j, '}');
}

static void put_libs(struct firefox *f)
{
	pd_json_open(&f->j, "libs", '[');
	for (uint32_t n = 1; n <= nr_interned(&f->objects); n++) {
		const struct interned *name = &f->strings.all[object_name(f, n)];

		pd_json_open(&f->j, NULL, '{');
		pd_json_str(&f->j, "arch", "");
		pd_json_mem(&f->j, "name", (const char *)name->data, name->len);
		pd_json_mem(&f->j, "path", (const char *)name->data, name->len);
		pd_json_mem(&f->j, "debugName", (const char *)name->data, name->len);
		pd_json_mem(&f->j, "debugPath", (const char *)name->data, name->len);
		pd_json_str(&f->j, "breakpadId", "");
		pd_json_fmt(&f->j, "codeId", "null");
		pd_json_close(&f->j, '}');
	}
	pd_json_close(&f->j, ']');
}

/* ---- tracks ---- */

static const struct track *track_at(const struct firefox *f, uint32_t n)
{
	return (const struct track *)(const void *)f->tracks.all[n].data;
}

static int compare_tracks(const void *x, const void *y, void *ctx)
{
	const struct track *a = track_at(ctx, *(const uint32_t *)x);
	const struct track *b = track_at(ctx, *(const uint32_t *)y);

	if (a->thread != b->thread)
		return a->thread < b->thread ? -1 : 1;
	return a->event < b->event ? -1 : a->event > b->event;
}

static int compare_tids(const void *x, const void *y)
{
	const struct tid_track *a = x, *b = y;

	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

/* The thread of a track; without any sample, there is one track for all markers. */
static const struct tables_thread *track_thread(const struct firefox *f, const struct track *r)
{
	static const struct tables_thread none = { .comm = "no samples" };

	return r->thread ? tables_thread(f->e->t, r->thread) : &none;
}

/* Sort the tracks, and find the first one of each tid. */
static void sort_tracks(struct firefox *f)
{
	static const struct track for_markers;
	uint32_t nr = nr_interned(&f->tracks);

	if (!nr && !interner_add(&f->tracks, &for_markers, sizeof(for_markers)))
		rep_exit_no_memory();
	nr = nr_interned(&f->tracks);
	f->order = rep_alloc((size_t)nr + 1, sizeof(*f->order));
	f->tids = rep_alloc((size_t)nr + 1, sizeof(*f->tids));
	for (uint32_t i = 0; i < nr; i++)
		f->order[i] = i + 1;
	qsort_r(f->order, nr, sizeof(*f->order), compare_tracks, f);
	for (uint32_t i = 0; i < nr; i++)
		f->tids[i] =
			(struct tid_track){ .tid = track_thread(f, track_at(f, f->order[i]))->tid,
					    .place = i };
	qsort(f->tids, nr, sizeof(*f->tids), compare_tids);
	for (uint32_t i = 0; i < nr; i++)
		if (!i || f->tids[i].tid != f->tids[f->nr_tids - 1].tid)
			f->tids[f->nr_tids++] = f->tids[i];
}

static int compare_tid(const void *tid, const void *element)
{
	const uint32_t a = *(const uint32_t *)tid, b = ((const struct tid_track *)element)->tid;

	return a < b ? -1 : a > b;
}

/* An export_track_fn: markers of threads without samples are on the first track. */
static uint32_t find_track(void *ctx, uint32_t tid)
{
	const struct firefox *f = ctx;
	const struct tid_track *found =
		bsearch(&tid, f->tids, f->nr_tids, sizeof(*f->tids), compare_tid);

	return f->order[found ? found->place : 0];
}

typedef void put_cell_fn(struct firefox *f, const struct row *r);

static void put_weight_cell(struct firefox *f, const struct row *r)
{
	out_dec(f->e->out, r->period);
}

static void put_stack_cell(struct firefox *f, const struct row *r)
{
	const uint32_t nr_stacks = tables_nr_stacks(f->e->t);

	out_dec(f->e->out, r->stack & NO_STACK ? nr_stacks + (r->stack & ~NO_STACK) - 1
					       : f->stack_row[r->stack]);
}

static void put_time_cell(struct firefox *f, const struct row *r)
{
	export_ms(f->e->out, r->time ? r->time - f->begin : 0);
}

/* Write a column of a track's samples. Return: its number of rows. */
static uint64_t put_row_column(struct firefox *f, const char *key, uint32_t track,
			       put_cell_fn *put_cell)
{
	struct export_stream_place place;
	struct row r;
	uint64_t nr = 0;

	pd_json_open(&f->j, key, '[');
	export_streams_begin(&place, &f->rows, track);
	while (export_streams_get(&place, &r, sizeof(r)) && !f->e->out->err) {
		if (nr++)
			out_char(f->e->out, ',');
		put_cell(f, &r);
	}
	pd_json_close(&f->j, ']');
	return nr;
}

static void put_samples(struct firefox *f, uint32_t track)
{
	pd_json_open(&f->j, "samples", '{');
	pd_json_str(&f->j, "weightType", "samples");
	if (f->e->opts->periods)
		put_row_column(f, "weight", track, put_weight_cell);
	else
		pd_json_fmt(&f->j, "weight", "null");
	put_row_column(f, "stack", track, put_stack_cell);
	pd_json_u64(&f->j, "length", put_row_column(f, "time", track, put_time_cell));
	pd_json_close(&f->j, '}');
}

static void put_name(struct firefox *f, const struct track *r)
{
	const struct tables_thread *th = track_thread(f, r);
	const bool named = r->thread && f->nr_events > 1;
	const char *event = named ? f->event_labels[r->event] : "";
	const size_t size = strlen(th->comm) + strlen(event) + 8;
	const char *process = th->pid == th->tid ? NULL : tables_process_name(f->e->t, th);
	char *name = rep_alloc(size, 1);

	snprintf(name, size, named ? "%s (%s)" : "%s", th->comm, event);
	pd_json_str(&f->j, "name", name);
	pd_json_str(&f->j, "processName", process ? process : th->comm);
	free(name);
}

static void put_track(struct firefox *f, uint32_t track)
{
	const struct track *r = track_at(f, track);
	const struct tables_thread *th = track_thread(f, r);

	pd_json_break(&f->j, "\n");
	pd_json_open(&f->j, NULL, '{');
	pd_json_str(&f->j, "processType", "default");
	put_name(f, r);
	pd_json_fmt(&f->j, "processStartupTime", "0");
	pd_json_fmt(&f->j, "processShutdownTime", "null");
	pd_json_fmt(&f->j, "registerTime", "0");
	pd_json_fmt(&f->j, "unregisterTime", "null");
	pd_json_open(&f->j, "pausedRanges", '[');
	pd_json_close(&f->j, ']');
	pd_json_fmt(&f->j, "isMainThread", th->pid == th->tid ? "true" : "false");
	pd_json_fmt(&f->j, "pid", "\"%d\"", (int)th->pid);
	pd_json_fmt(&f->j, "tid", "%d", (int)th->tid);
	put_samples(f, track);
	export_markers_put(&f->markers, &f->j, track, f->begin);
	pd_json_close(&f->j, '}');
}

static void put_tracks(struct firefox *f)
{
	pd_json_open(&f->j, "threads", '[');
	for (uint32_t i = 0; i < nr_interned(&f->tracks) && !f->e->out->err; i++)
		put_track(f, f->order[i]);
	pd_json_close(&f->j, ']');
}

static void put_meta(struct firefox *f)
{
	static const char *const categories[][2] = { [CATEGORY_OTHER] = { "Other", "grey" },
						     [CATEGORY_USER] = { "User", "yellow" },
						     [CATEGORY_KERNEL] = { "Kernel", "orange" },
						     [CATEGORY_JIT] = { "JIT", "green" } };

	pd_json_open(&f->j, "meta", '{');
	pd_json_fmt(&f->j, "version", "%d", GECKO_VERSION);
	pd_json_fmt(&f->j, "preprocessedProfileVersion", "%d", FORMAT_VERSION);
	pd_json_str(&f->j, "product", "pdata");
	pd_json_fmt(&f->j, "processType", "0");
	pd_json_fmt(&f->j, "startTime", "0");
	pd_json_fmt(&f->j, "interval", "1");
	pd_json_fmt(&f->j, "stackwalk", "1");
	pd_json_fmt(&f->j, "debug", "false");
	pd_json_fmt(&f->j, "symbolicated", "true");
	pd_json_str(&f->j, "importedFrom", "Linux perf");
	pd_json_open(&f->j, "categories", '[');
	for (size_t i = 0; i < REP_NR(categories); i++) {
		pd_json_open(&f->j, NULL, '{');
		pd_json_str(&f->j, "name", categories[i][0]);
		pd_json_str(&f->j, "color", categories[i][1]);
		pd_json_open(&f->j, "subcategories", '[');
		pd_json_str(&f->j, NULL, "Other");
		pd_json_close(&f->j, ']');
		pd_json_close(&f->j, '}');
	}
	pd_json_close(&f->j, ']');
	export_markers_schema(&f->markers, &f->j);
	pd_json_close(&f->j, '}');
}

/* If a temporary file has failed, rows are missing in the output: the output fails, too. */
static void note_stream_error(struct firefox *f)
{
	const int err = f->rows.err ? f->rows.err : export_markers_err(&f->markers);

	if (!err || f->e->out->err)
		return;
	f->e->out->len = 0; /* do not write it: that could fail, too, and one message is enough */
	rep_err("a temporary file in $TMPDIR or /tmp: %s; set TMPDIR to a directory with enough "
		"space",
		strerror(err));
	tables_session(f->e->t)->status = REP_FAIL;
}

void export_firefox(struct export *e)
{
	struct firefox f = { .e = e,
			     .begin = UINT64_MAX,
			     .j = export_json(e->out),
			     .nr_events = pdata_reader_nr_events(tables_session(e->t)->reader) };

	export_streams_init(&f.rows);
	export_markers_begin(&f.markers, e, &f.strings);
	if (read_samples(&f) == REP_OK) {
		sort_tracks(&f);
		export_markers_finish(&f.markers, find_track, &f);
		if (f.markers.first < f.begin)
			f.begin = f.markers.first;
		read_frames(&f);
		sort_stacks(&f);
		f.event_labels = export_event_labels(e->t);
		pd_json_open(&f.j, NULL, '{');
		put_meta(&f);
		put_libs(&f);
		put_shared(&f);
		pd_json_open(&f.j, "pages", '[');
		pd_json_close(&f.j, ']');
		put_tracks(&f);
		pd_json_close(&f.j, '}');
		out_char(e->out, '\n');
	}
	note_stream_error(&f);
	export_markers_free(&f.markers);
	export_streams_free(&f.rows);
	export_event_labels_free(e->t, f.event_labels);
	interner_free(&f.tracks);
	free(f.order);
	free(f.tids);
	free(f.func_of);
	free(f.facts);
	free(f.stack_row);
	free(f.stack_at);
	interner_free(&f.strings);
	interner_free(&f.funcs);
	interner_free(&f.objects);
}
