/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Answers many questions to debugging information in threads: objects, and the units of large
 * objects, are read in parallel.
 */
#include "object/symbols/debug_asks.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "common/hash_table.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/object_symbols_int.h"

#include <stdlib.h>
#include <string.h>

/* The asks of one object. */
struct asked_object {
	uint32_t index;
	const uint32_t *asks; /* numbers of them, ascending */
	uint32_t nr;
	uint32_t nr_units; /* units that are asked for */
	uint64_t size;	   /* bytes of those */
};

/* Asks that one handle answers. */
struct ask_share {
	struct asked_object *of;
	uint8_t handle;
	uint64_t size; /* of its units */
	struct sym_texts texts;
	struct dwarf_level *levels; /* answers, one after the other */
	uint32_t nr, cap;
};

struct ask_answer {
	uint32_t unit;	/* UINT32_MAX: none, and no answer */
	uint32_t first; /* index in the levels of its share; a line is one level */
	uint32_t nr;
	uint32_t share; /* NO_SHARE: not answered */
};

#define NO_SHARE UINT32_MAX

struct ask_work {
	struct symbols *s;
	const struct debug_asks *q;
	struct rep_messages *said;
	struct ask_answer *answers; /* by ask */
	uint32_t *order;	    /* asks by object */
	struct asked_object *objects;
	uint32_t nr_objects;
	struct ask_share *shares;
	uint32_t nr_shares;
};

/* The questions that were added before. */
struct ask_key {
	uint64_t addr;
	uint32_t object; /* index */
	bool line, used;
};

PD_HASH_TABLE(ask_key, struct ask_key, s->used,
	      s->addr == k->addr && s->object == k->object && s->line == k->line,
	      hash_mix(k->addr, (uint64_t)k->object << 1 | k->line) >> 13)

int debug_asks_add(struct debug_asks *q, const struct debug_ask *ask)
{
	const struct ask_key key = {
		.addr = ask->addr, .object = ask->object->index, .line = !ask->base, .used = true
	};
	struct ask_key *k;

	/* Inlined functions of the kernel are not shown. */
	if (ask->base && dso_kind_of(ask->object) == DSO_KIND_KERNEL)
		return 0;
	if ((size_t)q->nr * 2 >= q->mask && !mem_check(!ask_key_grow(&q->keys, &q->mask, 1024, 0)))
		return -ENOMEM;
	k = ask_key_slot(q->keys, q->mask, &key, 0);
	if (k->used)
		return 0;
	if (!mem_room(&q->all, &q->cap, q->nr, sizeof(*q->all)))
		return -ENOMEM;
	q->all[q->nr++] = *ask;
	*k = key;
	return 0;
}

void debug_asks_free(struct debug_asks *q)
{
	free(q->all);
	pd_free(q->keys);
	*q = (struct debug_asks){ .all = NULL };
}

/* Sort the questions by object. Return: 0 or -ENOMEM. */
static int order_asks(struct ask_work *w)
{
	const uint32_t nr_objects = w->s->nr;
	uint32_t *at = mem_alloc(nr_objects + 1, sizeof(*at)), sum = 0;

	w->order = mem_alloc(w->q->nr, sizeof(*w->order));
	w->answers = mem_alloc(w->q->nr, sizeof(*w->answers));
	w->objects = mem_alloc(nr_objects, sizeof(*w->objects));
	if (!at || !w->order || !w->answers || !w->objects) {
		free(at);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < w->q->nr; i++)
		at[w->q->all[i].object->index]++;
	for (uint32_t k = 0; k < nr_objects; k++) {
		const uint32_t nr = at[k];

		if (nr)
			w->objects[w->nr_objects++] = (struct asked_object){ .index = k,
									     .asks = w->order + sum,
									     .nr = nr };
		at[k] = sum;
		sum += nr;
	}
	for (uint32_t i = 0; i < w->q->nr; i++)
		w->order[at[w->q->all[i].object->index]++] = i;
	free(at);
	return 0;
}

/* ---- the first look: which units are asked for ------------------------------------------- */

static void count_units(struct ask_work *w, struct asked_object *o)
{
	const struct sym_inlines *in = &w->s->inlines;
	struct dwarf_file *d = in->objects[o->index].file;
	uint8_t *seen = mem_alloc(dwarf_file_nr_units(d), 1);
	uint64_t pc, size;

	for (uint32_t i = 0; seen && i < o->nr; i++) {
		const struct debug_ask *q = &w->q->all[o->asks[i]];
		struct ask_answer *a = &w->answers[o->asks[i]];

		if (!sym_inlines_addr(in, o->index, q->addr, &pc))
			continue;
		a->unit = dwarf_file_unit(d, pc, &size);
		if (a->unit == UINT32_MAX || seen[a->unit])
			continue;
		seen[a->unit] = 1;
		o->nr_units++;
		o->size += size;
	}
	free(seen);
}

static void open_asked_object(void *ctx, uint32_t job)
{
	struct ask_work *w = ctx;
	struct asked_object *o = &w->objects[job];

	for (uint32_t i = 0; i < o->nr; i++)
		w->answers[o->asks[i]] =
			(struct ask_answer){ .unit = UINT32_MAX, .share = NO_SHARE };
	if (w->said)
		rep_messages_hold(&w->said[o->index]);
	if (symbols_load_debug(w->s, pdata_tasks_object(w->s->tasks, o->index)))
		count_units(w, o);
	if (w->said)
		rep_messages_hold(NULL);
}

/* ---- shares ------------------------------------------------------------------------------ */

/* Return: how many handles are of use. */
static uint32_t nr_handles(const struct ask_work *w, const struct asked_object *o, uint32_t threads,
			   uint64_t each)
{
	const struct dwarf_file *d = w->s->inlines.objects[o->index].file;
	uint64_t nr = each ? o->size / each : o->nr_units;

	nr = nr < o->nr_units ? nr : o->nr_units;
	nr = nr < threads ? nr : threads;
	return nr < 2 || !dwarf_file_is_cheap(d) ? 1 : (uint32_t)nr;
}

static struct ask_share *smallest_share(struct ask_share *s, uint32_t nr)
{
	struct ask_share *best = s;

	for (uint32_t i = 1; i < nr; i++)
		if (s[i].size < best->size)
			best = &s[i];
	return best;
}

/* Give each unit to the share that has least so far, in the order in which units are asked for. */
static void share_out_units(struct ask_work *w, struct asked_object *o, struct ask_share *shares,
			    uint32_t nr)
{
	struct sym_debug *d = &w->s->inlines.objects[o->index];
	const uint32_t nr_units = dwarf_file_nr_units(d->file);
	uint8_t *known = nr > 1 ? mem_alloc(nr_units, 1) : NULL;
	uint64_t pc, size;

	if (nr > 1)
		d->handle_of_unit = mem_alloc(nr_units, 1);
	for (uint32_t i = 0; i < o->nr; i++) {
		const uint32_t unit = w->answers[o->asks[i]].unit;
		struct ask_share *to;

		if (unit == UINT32_MAX || !known || !d->handle_of_unit || known[unit])
			continue;
		known[unit] = 1;
		sym_inlines_addr(&w->s->inlines, o->index, w->q->all[o->asks[i]].addr, &pc);
		dwarf_file_unit(d->file, pc, &size);
		to = smallest_share(shares, nr);
		to->size += size;
		d->handle_of_unit[unit] = to->handle;
	}
	free(known);
}

/* Return: 0 or -ENOMEM. */
static int make_shares(struct ask_work *w, uint32_t threads, uint64_t each)
{
	uint32_t nr = 0;

	for (uint32_t k = 0; k < w->nr_objects; k++)
		if (w->objects[k].nr_units)
			nr += nr_handles(w, &w->objects[k], threads, each);
	w->shares = mem_alloc(nr, sizeof(*w->shares));
	if (!w->shares)
		return -ENOMEM;
	for (uint32_t k = 0; k < w->nr_objects; k++) {
		struct asked_object *o = &w->objects[k];

		if (!o->nr_units)
			continue;
		nr = nr_handles(w, o, threads, each);
		for (uint32_t i = 0; i < nr; i++)
			w->shares[w->nr_shares + i] = (struct ask_share){
				.of = o, .handle = (uint8_t)i, .size = nr > 1 ? 0 : o->size
			};
		share_out_units(w, o, w->shares + w->nr_shares, nr);
		w->nr_shares += nr;
	}
	return 0;
}

/* ---- answers ----------------------------------------------------------------------------- */

static struct dwarf_level *room_for_levels(struct ask_share *s, uint32_t nr)
{
	const uint32_t cap = 2 * (s->nr + nr) + 64;
	struct dwarf_level *levels;

	if (s->cap - s->nr >= nr)
		return s->levels + s->nr;
	levels = mem_grow(s->levels, cap, sizeof(*levels));
	if (!levels)
		return NULL;
	s->levels = levels;
	s->cap = cap;
	return levels + s->nr;
}

/* @levels: scratch memory. Return: false: memory is exhausted. */
static bool answer_ask(struct ask_work *w, struct ask_share *s, uint32_t number,
		       struct dwarf_file *d, struct dwarf_level *levels)
{
	const struct sym_inlines *in = &w->s->inlines;
	const struct debug_ask *q = &w->q->all[number];
	struct ask_answer *a = &w->answers[number];
	struct dwarf_level *to;
	uint32_t nr = 0;
	uint64_t pc;

	if (q->base) {
		nr = sym_inlines_read(in, s->of->index, d, q->addr, q->base, &s->texts, levels);
	} else if (sym_inlines_addr(in, s->of->index, q->addr, &pc)) {
		levels[0] = (struct dwarf_level){ .name = NULL };
		nr = dwarf_file_line(d, pc, &levels[0].file, &levels[0].line);
	}
	to = nr ? room_for_levels(s, nr) : NULL;
	if (to)
		memcpy(to, levels, nr * sizeof(*levels));
	else if (nr)
		return false;
	a->share = (uint32_t)(s - w->shares);
	a->first = s->nr;
	a->nr = nr;
	s->nr += nr;
	return true;
}

/* Return: the handle of @s, which is opened now unless it is the first one. */
static struct dwarf_file *share_handle(struct ask_work *w, const struct ask_share *s)
{
	struct sym_debug *d = &w->s->inlines.objects[s->of->index];

	if (!s->handle)
		return d->file;
	return d->more[s->handle - 1] =
		       symbols_open_debug(w->s, pdata_tasks_object(w->s->tasks, s->of->index));
}

static void answer_share(void *ctx, uint32_t job)
{
	struct ask_work *w = ctx;
	struct ask_share *s = &w->shares[job];
	const uint8_t *handles = w->s->inlines.objects[s->of->index].handle_of_unit;
	struct dwarf_level *levels = mem_alloc(DWARF_LEVELS, sizeof(*levels));
	struct rep_messages dropped = { .text = NULL };
	struct dwarf_file *d;
	bool ok;

	/* Messages from opening the first handle are not repeated. */
	rep_messages_hold(s->handle ? &dropped : w->said ? &w->said[s->of->index] : NULL);
	d = share_handle(w, s);
	ok = d && levels;
	for (uint32_t i = 0; ok && i < s->of->nr; i++) {
		const uint32_t unit = w->answers[s->of->asks[i]].unit;

		if (unit != UINT32_MAX && (handles ? handles[unit] : 0) == s->handle)
			ok = answer_ask(w, s, s->of->asks[i], d, levels);
	}
	rep_messages_hold(NULL);
	free(dropped.text);
	free(levels);
}

/* If the handle for a unit could not be opened, the first handle answers for that unit. */
static void give_units_back(struct ask_work *w, const struct ask_share *s)
{
	struct sym_debug *d = &w->s->inlines.objects[s->of->index];

	if (!s->handle || d->more[s->handle - 1])
		return;
	for (uint32_t i = 0; d->handle_of_unit && i < dwarf_file_nr_units(d->file); i++)
		if (d->handle_of_unit[i] == s->handle)
			d->handle_of_unit[i] = 0;
}

static void keep_answers(struct ask_work *w)
{
	struct sym_inlines *in = &w->s->inlines;

	for (uint32_t i = 0; i < w->q->nr; i++) {
		const struct debug_ask *q = &w->q->all[i];
		const struct ask_answer *a = &w->answers[i];
		const struct dwarf_level *l = a->nr ? w->shares[a->share].levels + a->first : NULL;

		if (!in->objects[q->object->index].file ||
		    (a->unit != UINT32_MAX && a->share == NO_SHARE))
			continue;
		if (q->base)
			sym_inlines_keep(in, q->object->index, q->addr, q->base, l, a->nr);
		else
			sym_inlines_keep_line(in, q->object->index, q->addr,
					      a->nr ? &(struct sym_line){ .path = l->file,
									  .line = l->line }
						    : NULL);
	}
}

static int compare_share_sizes(const void *x, const void *y)
{
	const struct ask_share *a = x, *b = y;

	return a->size > b->size ? -1 : a->size < b->size;
}

void symbols_answer_asks(struct symbols *s, const struct debug_asks *q, uint64_t jobs,
			 uint64_t each, struct rep_messages *said)
{
	struct ask_work w = { .s = s, .q = q, .said = said };
	uint64_t size = 0;
	uint32_t threads;

	jobs = symbols_may_share(s) ? jobs : 1;
	if (q->nr && !symbols_debug_room(s) && !order_asks(&w)) {
		rep_run_jobs(rep_nr_threads(jobs, w.nr_objects), w.nr_objects, open_asked_object,
			     &w);
		for (uint32_t k = 0; k < w.nr_objects; k++)
			size += w.objects[k].size;
		threads = rep_nr_threads(jobs, size / DEBUG_BYTES_EACH);
		if (!make_shares(&w, threads, each)) {
			qsort(w.shares, w.nr_shares, sizeof(*w.shares), compare_share_sizes);
			rep_run_jobs(threads, w.nr_shares, answer_share, &w);
			for (uint32_t i = 0; i < w.nr_shares; i++)
				give_units_back(&w, &w.shares[i]);
			keep_answers(&w);
		}
	}
	for (uint32_t i = 0; i < w.nr_shares; i++) {
		sym_texts_free(&w.shares[i].texts);
		free(w.shares[i].levels);
	}
	free(w.shares);
	free(w.objects);
	free(w.answers);
	free(w.order);
}
