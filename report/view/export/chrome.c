/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the Trace Event Format of Chrome as JSON, for Perfetto and speedscope: each sample with
 * its stack, and what threads did over time as slices. Times are microseconds.
 */
#include "base/interner.h"
#include "console/command.h"
#include "view/export/event_labels.h"
#include "view/export/export_tree.h"

#include <inttypes.h>
#include <stdlib.h>

static void put_us(struct pd_json *j, struct out *o, const char *key, uint64_t ns)
{
	pd_json_begin(j, key);
	out_dec(o, ns / 1000);
	out_char(o, '.');
	out_dec_z(o, ns % 1000, 3);
	j->comma = true;
}

static void put_i32(struct pd_json *j, struct out *o, const char *key, uint32_t v)
{
	pd_json_begin(j, key);
	out_sdec(o, (int32_t)v);
	j->comma = true;
}

/* A sample refers to its stack; without one, to its frame. */
static void put_stack_id(struct pd_json *j, struct out *o, const struct tables_sample *s)
{
	pd_json_begin(j, "sf");
	out_raw_str(o, s->stack ? "\"" : "\"f");
	out_dec(o, s->stack ? s->stack : s->frame);
	out_char(o, '"');
	j->comma = true;
}

/* Samples of events without times are left out: at time 0 they would be far from all others. */
static void put_samples(struct export *e, struct pd_json *j)
{
	struct tables_sample s;
	uint64_t nr_left_out = 0;
	char **events;

	pd_json_open(j, "samples", '[');
	if (tables_begin_pass(e->t) != REP_OK)
		return;
	events = export_event_labels(e->t);
	while (!e->out->err && tables_next_sample(e->t, &s)) {
		const struct tables_thread *th = tables_thread(e->t, s.thread);

		if (!s.time) {
			nr_left_out++;
			continue;
		}
		pd_json_break(j, "\n");
		pd_json_open(j, NULL, '{');
		put_us(j, e->out, "ts", s.time);
		put_i32(j, e->out, "pid", th->pid);
		put_i32(j, e->out, "tid", th->tid);
		if (s.s->have & PDATA_SAMPLE_CPU)
			pd_json_u64(j, "cpu", s.s->cpu);
		pd_json_str(j, "name", events[s.event]);
		pd_json_u64(j, "weight", e->opts->periods ? s.period : 1);
		put_stack_id(j, e->out, &s);
		pd_json_close(j, '}');
	}
	export_event_labels_free(e->t, events);
	pd_json_close(j, ']');
	if (nr_left_out)
		rep_err("samples of events without times are left out: %" PRIu64, nr_left_out);
}

static void put_frame(struct export *e, struct pd_json *j, const char *id, uint32_t frame,
		      uint32_t parent)
{
	struct tables_frame_facts f;
	char *name;

	tables_frame_facts(e->t, frame, &f);
	name = export_label(&f, "");
	pd_json_break(j, "\n");
	pd_json_open(j, id, '{');
	pd_json_str(j, "name", name);
	free(name);
	pd_json_str(j, "category", f.object ? f.object : "[unknown]");
	if (parent)
		pd_json_fmt(j, "parent", "\"%u\"", parent);
	pd_json_close(j, '}');
}

static void put_stacks(struct export *e, struct pd_json *j)
{
	char id[32];

	pd_json_open(j, "stackFrames", '{');
	for (uint32_t i = 1; i <= tables_nr_stacks(e->t) && !e->out->err; i++) {
		const struct tables_stack *s = tables_stack(e->t, i);

		snprintf(id, sizeof(id), "%u", i);
		put_frame(e, j, id, s->frame, s->parent);
	}
	for (uint32_t i = 1; i <= tables_nr_frames(e->t) && !e->out->err; i++) {
		snprintf(id, sizeof(id), "f%u", i);
		put_frame(e, j, id, i, 0);
	}
	pd_json_close(j, '}');
}

static void put_name(struct export *e, struct pd_json *j, const struct tables_thread *th,
		     const char *what, const char *name)
{
	pd_json_break(j, "\n");
	pd_json_open(j, NULL, '{');
	pd_json_str(j, "ph", "M");
	pd_json_str(j, "name", what);
	put_i32(j, e->out, "pid", th->pid);
	put_i32(j, e->out, "tid", th->tid);
	pd_json_open(j, "args", '{');
	pd_json_str(j, "name", name);
	pd_json_close(j, '}');
	pd_json_close(j, '}');
}

static void put_process_name(struct export *e, struct pd_json *j, const struct tables_thread *th)
{
	const char *name = tables_process_name(e->t, th);

	if (name)
		put_name(e, j, th, "process_name", name);
}

/* Write the names of threads, and of processes, whose first threads may have no samples. */
static void put_names(struct export *e, struct pd_json *j)
{
	const uint32_t nr = tables_nr_threads(e->t);
	struct interner named = { NULL }; /* ids of the processes that have a name */

	for (uint32_t i = 1; i <= nr; i++) {
		const struct tables_thread *th = tables_thread(e->t, i);

		put_name(e, j, th, "thread_name", th->comm);
		if (th->pid != th->tid)
			continue;
		put_name(e, j, th, "process_name", th->comm);
		interner_add(&named, &th->pid, sizeof(th->pid));
	}
	for (uint32_t i = 1; i <= nr; i++) {
		const struct tables_thread *th = tables_thread(e->t, i);
		const uint32_t before = named.nr;

		interner_add(&named, &th->pid, sizeof(th->pid));
		if (named.nr != before)
			put_process_name(e, j, th);
	}
	if (named.err)
		rep_exit_no_memory();
	interner_free(&named);
}

static void put_state(struct export *e, struct pd_json *j, const struct tables_state *st)
{
	const struct tables_thread *th = tables_thread(e->t, st->thread);

	pd_json_break(j, "\n");
	pd_json_open(j, NULL, '{');
	pd_json_str(j, "ph", "X");
	pd_json_str(j, "cat", "thread state");
	pd_json_str(j, "name", st->state);
	put_i32(j, e->out, "pid", th->pid);
	put_i32(j, e->out, "tid", th->tid);
	put_us(j, e->out, "ts", st->start);
	put_us(j, e->out, "dur", st->end - st->start);
	pd_json_open(j, "args", '{');
	if (st->has_cpu)
		pd_json_u64(j, "cpu", st->cpu);
	if (st->has_waker)
		put_i32(j, e->out, "waker", st->waker);
	pd_json_close(j, '}');
	pd_json_close(j, '}');
}

/* Names of threads and processes, and states whose start and end are known. */
static void put_events(struct export *e, struct pd_json *j)
{
	struct table_cursor c;

	pd_json_open(j, "traceEvents", '[');
	put_names(e, j);
	if (table_begin(&c, e->t, &table_thread_states) == REP_OK) {
		while (!e->out->err && table_thread_states.next(&c))
			if (c.state.has_start && c.state.has_end)
				put_state(e, j, &c.state);
		table_end(&c);
	}
	pd_json_close(j, ']');
}

void export_chrome(struct export *e)
{
	struct pd_json j = export_json(e->out);

	pd_json_open(&j, NULL, '{');
	put_samples(e, &j);
	if (tables_complete(e->t) == REP_OK) {
		put_stacks(e, &j);
		put_events(e, &j);
	}
	pd_json_close(&j, '}');
	out_char(e->out, '\n');
}
