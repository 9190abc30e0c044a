/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a profile in the Callgrind Format (valgrind's manual, "Callgrind Format Specification"):
 * for each function the cost of its own lines, and of its calls with all that they call. A call
 * that is in a stack more than once, by recursion, counts once.
 */
#include "base/memory.h"
#include "base/message.h"
#include "console/command.h"
#include "view/export/event_labels.h"
#include "view/export/export_tree.h"

#include <pdata/text.h>

#include <inttypes.h>
#include <stdlib.h>

#define MAX_EVENTS 64u /* largest number of columns */

/* A cost of function @fn at @line: its own if @callee is 0. */
struct cost {
	uint32_t fn, callee, line;
	uint32_t number; /* in costs, from 1 */
	uint32_t stack;	 /* the last sum that was added, to count a recursive call once */
};

struct cost_list {
	struct export *e;
	uint32_t nr_events;	     /* number of columns: one for each event in @events */
	uint32_t events[MAX_EVENTS]; /* index of the event of each column */
	uint32_t *column_of;	     /* by event: its column, from 1; 0: it has none */
	struct interner texts;	     /* names of functions, files and objects */
	struct interner fns;	     /* struct fn_key */
	uint32_t *fn_of;	     /* by frame; 0: not made yet */
	uint32_t *line_of;	     /* by frame */
	struct cost *costs;	     /* hash table */
	size_t nr, mask;
	uint64_t *values; /* nr_events for each cost, by its number */
	uint32_t cap_values;
	uint64_t replaced;
};

struct fn_key {
	uint32_t name, file, object;
};

PD_HASH_TABLE(cost, struct cost, s->number,
	      s->fn == k->fn && s->callee == k->callee && s->line == k->line,
	      hash_mix(hash_mix(k->fn, k->callee), k->line) >> 11)

static const struct fn_key *fn_at(const struct cost_list *c, uint32_t fn)
{
	return (const struct fn_key *)(const void *)c->fns.all[fn].data;
}

/* Names are lines of the file: control characters become blanks. */
static uint32_t number_text(struct cost_list *c, const char *name)
{
	char *text = rep_strdup(name);
	bool replaced = false;
	uint32_t n;

	for (char *p = text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f || *p == ';') {
			*p = *p == ';' ? ':' : ' ';
			replaced = true;
		}
	c->replaced += replaced;
	n = interner_add(&c->texts, text, (uint32_t)strlen(text));
	free(text);
	return n;
}

static void number_fn(struct cost_list *c, uint32_t frame)
{
	struct tables_frame_facts f;
	struct fn_key key;
	char *name;

	if (c->fn_of[frame])
		return;
	tables_frame_facts(c->e->t, frame, &f);
	name = export_label(&f, "");
	key.name = number_text(c, name);
	free(name);
	key.file = number_text(c, f.file ? f.file : "???");
	key.object = number_text(c, f.object ? f.object : "???");
	c->fn_of[frame] = interner_add(&c->fns, &key, sizeof(key));
	c->line_of[frame] = f.line;
	if (c->texts.err || c->fns.err)
		rep_exit_no_memory();
}

/* Add @sum to a cost, once for each sum. @i: number of the sum, from 1. */
static void add_cost(struct cost_list *c, uint32_t frame, uint32_t callee, uint32_t i,
		     const struct tables_sum *sum)
{
	struct cost key = { .callee = callee }, *cost;

	number_fn(c, frame);
	key.fn = c->fn_of[frame];
	key.line = c->line_of[frame];
	if ((!c->costs || c->nr * 2 >= c->mask) && cost_grow(&c->costs, &c->mask, 4096, 0))
		rep_exit_no_memory();
	cost = cost_slot(c->costs, c->mask, &key, 0);
	if (!cost->number) {
		*cost = key;
		cost->number = (uint32_t)++c->nr;
		if (!mem_room_zeroed(&c->values, &c->cap_values, (cost->number + 1) * c->nr_events,
				     sizeof(*c->values)))
			rep_exit_no_memory();
	}
	if (cost->stack == i)
		return;
	cost->stack = i;
	c->values[(size_t)cost->number * c->nr_events + c->column_of[sum->event] - 1] +=
		c->e->opts->periods ? sum->period : sum->nr;
}

static void add_sum_costs(struct cost_list *c, uint32_t i)
{
	const struct tables_sum *sum = tables_sum(c->e->t, i);
	uint32_t callee = 0;

	if (!sum->stack)
		add_cost(c, sum->frame, 0, i + 1, sum);
	for (uint32_t s = sum->stack; s; s = tables_stack(c->e->t, s)->parent) {
		const uint32_t frame = tables_stack(c->e->t, s)->frame;

		add_cost(c, frame, callee, i + 1, sum);
		callee = c->fn_of[frame];
	}
}

static int compare_costs(const void *x, const void *y)
{
	const struct cost *a = x, *b = y;

	if (a->fn != b->fn)
		return a->fn < b->fn ? -1 : 1;
	if (a->callee != b->callee)
		return a->callee < b->callee ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

/* "fn=(3) name": the name only the first time. */
static void put_name(struct cost_list *c, const char *what, uint32_t n, bool *known)
{
	struct out *o = c->e->out;

	out_printf(o, "%s=(%" PRIu32 ")", what, n);
	if (!known[n]) {
		out_char(o, ' ');
		out_mem(o, c->texts.all[n].data, c->texts.all[n].len);
		known[n] = true;
	}
	out_char(o, '\n');
}

static void put_values(struct cost_list *c, uint32_t line, const uint64_t *values)
{
	out_dec(c->e->out, line);
	for (uint32_t i = 0; i < c->nr_events; i++) {
		out_char(c->e->out, ' ');
		out_dec(c->e->out, values[i]);
	}
	out_char(c->e->out, '\n');
}

/* Names that were written: the numbers of objects, files and functions are counted apart. */
struct known_names {
	bool *objects, *files, *fns;
};

static void put_cost(struct cost_list *c, const struct cost *cost, struct known_names *k)
{
	const uint64_t *values = &c->values[(size_t)cost->number * c->nr_events];
	uint64_t calls = 0;

	if (cost->callee) {
		const struct fn_key *fn = fn_at(c, cost->callee);

		put_name(c, "cob", fn->object, k->objects);
		put_name(c, "cfi", fn->file, k->files);
		put_name(c, "cfn", fn->name, k->fns);
		for (uint32_t i = 0; i < c->nr_events; i++)
			calls += values[i];
		out_printf(c->e->out, "calls=%" PRIu64 " 0\n", calls);
	}
	put_values(c, cost->line, values);
}

/* Names of events have no blanks in the line "events:", and no control characters anywhere. */
static void put_events(struct cost_list *c)
{
	char **names = export_event_labels(c->e->t);
	struct out *o = c->e->out;

	out_raw_str(o, "events:");
	for (uint32_t i = 0; i < c->nr_events; i++) {
		char *name = names[c->events[i]];

		pdata_text_printable(name, strlen(name), 0);
		for (char *p = name; *p; p++)
			if (*p == ' ' || *p == ';')
				*p = '_';
		out_char(o, ' ');
		out_str(o, name);
	}
	out_char(o, '\n');
	export_event_labels_free(c->e->t, names);
}

static void put_totals(struct cost_list *c, const char *what)
{
	uint64_t totals[MAX_EVENTS] = { 0 };

	for (uint32_t i = 0; i < tables_nr_sums(c->e->t); i++) {
		const struct tables_sum *sum = tables_sum(c->e->t, i);

		if (c->column_of[sum->event])
			totals[c->column_of[sum->event] - 1] += c->e->opts->periods ? sum->period
										    : sum->nr;
	}
	out_raw_str(c->e->out, what);
	for (uint32_t i = 0; i < c->nr_events; i++) {
		out_char(c->e->out, ' ');
		out_dec(c->e->out, totals[i]);
	}
	out_char(c->e->out, '\n');
}

static void put_costs(struct cost_list *c)
{
	struct cost *sorted = rep_alloc(c->nr + 1, sizeof(*sorted));
	const size_t texts = (size_t)c->texts.nr + 1;
	struct known_names k = { rep_alloc(texts, 1), rep_alloc(texts, 1), rep_alloc(texts, 1) };
	size_t nr = 0;

	for (size_t i = 0; c->costs && i <= c->mask; i++)
		if (c->costs[i].number)
			sorted[nr++] = c->costs[i];
	qsort(sorted, nr, sizeof(*sorted), compare_costs);
	for (size_t i = 0; i < nr && !c->e->out->err; i++) {
		const struct fn_key *fn = fn_at(c, sorted[i].fn);

		if (!i || sorted[i].fn != sorted[i - 1].fn) {
			out_char(c->e->out, '\n');
			put_name(c, "ob", fn->object, k.objects);
			put_name(c, "fl", fn->file, k.files);
			put_name(c, "fn", fn->name, k.fns);
		}
		put_cost(c, &sorted[i], &k);
	}
	free(sorted);
	free(k.objects);
	free(k.files);
	free(k.fns);
}

static void put_callgrind(struct cost_list *c)
{
	struct out *o = c->e->out;

	out_raw_str(o, "# callgrind format\nversion: 1\ncreator: pdata\npositions: line\n");
	put_events(c);
	put_totals(c, "summary:");
	put_costs(c);
	out_char(o, '\n');
	put_totals(c, "totals:");
}

/* Return: how many events have samples. Their elements of c->column_of become 1. */
static uint32_t mark_events_with_samples(struct cost_list *c)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < tables_nr_sums(c->e->t); i++) {
		uint32_t *mark = &c->column_of[tables_sum(c->e->t, i)->event];

		nr += !*mark;
		*mark = 1;
	}
	return nr;
}

/*
 * Choose the events of the columns: all events or, if they are more than there may be columns,
 * those with samples.
 */
static void choose_events(struct cost_list *c)
{
	struct rep_session *s = tables_session(c->e->t);
	const uint32_t nr = pdata_reader_nr_events(s->reader);
	uint32_t with_samples;

	c->column_of = rep_alloc((size_t)nr + 1, sizeof(*c->column_of));
	with_samples = mark_events_with_samples(c);
	/* Element @nr: samples of a recording without events have the event index 0. */
	for (uint32_t i = 0; i <= nr; i++) {
		const bool wanted = c->column_of[i] || nr <= MAX_EVENTS || !with_samples;

		c->column_of[i] = 0;
		if (i == nr || !wanted || c->nr_events == MAX_EVENTS)
			continue;
		c->events[c->nr_events++] = i;
		c->column_of[i] = c->nr_events;
	}
	if (with_samples <= MAX_EVENTS)
		return;
	rep_err("callgrind: %" PRIu32 " events have samples, but only the first %u of them are "
		"written; --event selects others",
		with_samples, MAX_EVENTS);
	if (s->status == REP_OK)
		s->status = REP_PART;
}

void export_callgrind(struct export *e)
{
	struct cost_list c = { .e = e };
	size_t frames;

	if (tables_sum_samples(e->t, false) != REP_OK)
		return;
	choose_events(&c);
	frames = (size_t)tables_nr_frames(e->t) + 1;
	c.fn_of = rep_alloc(frames, sizeof(*c.fn_of));
	c.line_of = rep_alloc(frames, sizeof(*c.line_of));
	for (uint32_t i = 0; i < tables_nr_sums(e->t); i++)
		if (c.column_of[tables_sum(e->t, i)->event])
			add_sum_costs(&c, i);
	put_callgrind(&c);
	export_warn_replaced(c.replaced);
	interner_free(&c.texts);
	interner_free(&c.fns);
	free(c.column_of);
	free(c.fn_of);
	free(c.line_of);
	pd_free(c.costs);
	free(c.values);
}
