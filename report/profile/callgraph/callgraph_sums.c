/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds up the weights of the call-graph trie after all chains are in it: those of the frames, and
 * with --children those of the rows that the frames count for.
 */
#include "profile/callgraph/callgraph_trie_int.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "common/prefetch.h"

#include <errno.h>
#include <stdlib.h>

/* Frames are read in the order of their numbers, and their rows are prefetched this far ahead. */
#define FRAMES_AHEAD 16u

/* ---- frames ------------------------------------------------------------------------------ */

static int sum_frames(struct callgraph_trie *f)
{
	struct trie_sum *s = mem_big_alloc(f->nr, sizeof(*s));

	f->sums = s;
	if (!s)
		return -ENOMEM;
	for (uint32_t n = 0; n < f->nr; n++)
		s[n] = (struct trie_sum){ .cumul = 0 };
	for (uint32_t e = 1; e < f->nr_ends; e++) {
		s[f->ends[e].frame].cumul += f->ends[e].period;
		s[f->ends[e].frame].nr_cumul += f->ends[e].nr;
	}
	for (uint32_t n = f->nr - 1; n > 0; n--) {
		s[f->frames[n].parent].cumul += s[n].cumul;
		s[f->frames[n].parent].nr_cumul += s[n].nr_cumul;
	}
	for (uint32_t n = 1; n < f->nr; n++) {
		struct trie_sum *above = &s[f->frames[n].parent];

		if (!f->frames[n].parent)
			continue;
		s[n].sibling = above->child;
		above->child = n;
	}
	return 0;
}

/* ---- sums of rows ------------------------------------------------------------------------ */

/* State of a walk over the frames, parents before their children. */
struct row_walk {
	struct callgraph_trie *f;
	uint32_t *marks; /* by row: number of its frames on the current path */
	uint64_t *acc;	 /* by row: period of the chains through it, or NULL */
};

static void enter_frame(struct row_walk *w, uint32_t n)
{
	struct callgraph_trie *f = w->f;
	struct trie_use *t = &f->uses[n];
	const uint32_t row = t->row;

	if (row && !w->marks[row]++) {
		if (w->acc)
			w->acc[row] += f->sums[n].cumul;
		t->row |= TRIE_TOPMOST;
	}
	/* A sample counts once for its own row, even if that row is in the chain, too. */
	for (uint32_t e = w->acc ? t->last_end : 0; e; e = f->ends[e].older)
		if (!w->marks[f->ends[e].own])
			w->acc[f->ends[e].own] += f->ends[e].period;
}

static void leave_frame(struct row_walk *w, uint32_t n)
{
	if (w->f->uses[n].row)
		w->marks[w->f->uses[n].row & ~TRIE_TOPMOST]--;
}

static void walk_frames(struct row_walk *w, uint32_t root)
{
	const struct trie_sum *s = w->f->sums;
	uint32_t at = root;

	enter_frame(w, at);
	for (;;) {
		if (s[at].child) {
			at = s[at].child;
			enter_frame(w, at);
			continue;
		}
		for (; at != root && !s[at].sibling; at = w->f->frames[at].parent)
			leave_frame(w, at);
		if (at == root)
			break;
		leave_frame(w, at);
		at = s[at].sibling;
		enter_frame(w, at);
	}
	leave_frame(w, root);
}

/* Mark the topmost frames of rows and, with @sum, add up the samples of the rows' callees. */
static int walk_rows(struct callgraph_trie *f, bool sum)
{
	struct row_walk w = { .f = f, .marks = mem_alloc(f->nr_rows, sizeof(*w.marks)) };

	if (sum)
		w.acc = mem_alloc(f->nr_rows, sizeof(*w.acc));
	for (uint32_t g = 0; g < f->nr_roots && w.marks && (w.acc || !sum); g++)
		if (f->roots[g])
			walk_frames(&w, f->roots[g]);
	for (uint32_t n = 1; n < f->nr_rows && w.marks && w.acc; n++)
		f->rows[n]->acc.period += w.acc[n];
	free(w.marks);
	free(w.acc);
	return w.marks && (w.acc || !sum) ? 0 : -ENOMEM;
}

/* ---- earliest samples and depths --------------------------------------------------------- */

/* Facts about the chains through a frame. */
struct frame_chains {
	uint64_t time, seq; /* of the earliest sample, whose hist entry is entry */
	uint32_t entry;
	uint32_t height; /* number of frames to the end of the longest chain; 0: not set yet */
	uint32_t depth;	 /* number of frames from the root */
};

static void note_earlier(struct frame_chains *to, const struct frame_chains *from, uint32_t height)
{
	if (!to->height || from->time < to->time ||
	    (from->time == to->time && from->seq < to->seq)) {
		to->time = from->time;
		to->seq = from->seq;
		to->entry = from->entry;
	}
	to->height = height > to->height ? height : to->height;
}

/* Return: by frame the facts about its chains, or NULL if memory is exhausted. */
static struct frame_chains *find_frame_chains(const struct callgraph_trie *f)
{
	struct frame_chains *c = mem_big_alloc(f->nr, sizeof(*c));

	for (uint32_t n = 0; n < f->nr && c; n++)
		c[n] = (struct frame_chains){ .depth = 0 };
	for (uint32_t e = 1; e < f->nr_ends && c; e++) {
		const struct chain_end *end = &f->ends[e];
		const struct frame_chains from = { .time = end->time,
						   .seq = end->seq,
						   .entry = end->entry };

		note_earlier(&c[end->frame], &from, 1);
	}
	for (uint32_t n = f->nr - 1; n > 0 && c; n--)
		if (f->frames[n].parent)
			note_earlier(&c[f->frames[n].parent], &c[n], c[n].height + 1);
	for (uint32_t n = 1; n < f->nr && c; n++)
		if (f->frames[n].parent)
			c[n].depth = c[f->frames[n].parent].depth + 1;
	return c;
}

static bool is_before_row(const struct frame_chains *c, const struct rep_row *r)
{
	if (c->time != r->first_time)
		return c->time < r->first_time;
	if (c->seq != r->first_seq)
		return c->seq < r->first_seq;
	return c->depth < r->first_pos;
}

/* Return the row of frame @n, or NULL. */
static struct rep_row *row_of_frame(const struct callgraph_trie *f, uint32_t n)
{
	const uint32_t row = f->uses[n].row & ~TRIE_TOPMOST;

	return row ? f->rows[row] : NULL;
}

static void find_earliest(struct report *rp, const struct frame_chains *c, trie_earlier_fn *earlier)
{
	struct callgraph_trie *f = rp->trie;

	for (uint32_t n = 1; n < f->nr; n++) {
		struct rep_row *r = row_of_frame(f, n);

		if (n + FRAMES_AHEAD < f->nr)
			pd_prefetch_write(row_of_frame(f, n + FRAMES_AHEAD));
		if (!r)
			continue;
		if (c[n].height > r->max_depth)
			r->max_depth = c[n].height;
		if (is_before_row(&c[n], r))
			earlier(rp, r, c[n].entry, c[n].depth);
	}
}

/* ---- all sums ---------------------------------------------------------------------------- */

/* The sums and the facts about chains do not depend on each other, so two threads make them. */
#define FRAMES_EACH 20000u

struct summing {
	struct report *rp;
	bool rows; /* add up the samples of the rows' callees */
	int err;
	struct frame_chains *chains;
};

/* Job 0 makes the sums, job 1 the facts about chains. */
static void sum_job(void *ctx, uint32_t job)
{
	struct summing *s = ctx;
	struct callgraph_trie *f = s->rp->trie;

	if (job == 1) {
		s->chains = find_frame_chains(f);
		return;
	}
	s->err = sum_frames(f);
	if (!s->err && s->rp->children)
		s->err = walk_rows(f, s->rows);
}

int callgraph_trie_sum(struct report *rp, trie_earlier_fn *earlier)
{
	struct callgraph_trie *f = rp->trie;
	struct summing s = { .rp = rp, .rows = earlier != NULL };

	pd_free(f->index.slots);
	f->index = (struct pd_hash_index){ 0 };
	if (callgraph_trie_make_uses(f, f->nr))
		return -ENOMEM;
	rep_run_jobs(rep_nr_threads(rp->opts->rows.jobs, f->nr / FRAMES_EACH), earlier ? 2 : 1,
		     sum_job, &s);
	if (!s.err && earlier && !s.chains)
		s.err = -ENOMEM;
	if (!s.err && earlier)
		find_earliest(rp, s.chains, earlier);
	free(s.chains);
	return s.err;
}

/* ---- chains through rows ----------------------------------------------------------------- */

static int pass_add(struct callgraph_trie *f, struct rep_row *row, uint32_t at)
{
	if (!mem_room(&f->passes, &f->cap_passes, f->nr_passes, sizeof(*f->passes)))
		return -ENOMEM;
	f->passes[f->nr_passes] = (struct chain_pass){ .frame = at, .next = row->through };
	row->through = f->nr_passes++;
	return 0;
}

uint64_t callgraph_min_hit(const struct report *rp, const struct event_rows *ev)
{
	/* perf adds up this total before it applies --symbol-filter and --socket-filter. */
	uint64_t total = rp->opts->show.relative ? ev->period_graphs : ev->period;

	if (rp->chain.mode == CHAIN_FRACTAL)
		return 0;
	return (uint64_t)((double)total * (rp->chain.min_percent / 100));
}

/* Return: by row, whether it is heavy enough to show a graph; NULL if memory is exhausted. */
static bool *find_heavy_rows(const struct report *rp)
{
	const struct callgraph_trie *f = rp->trie;
	bool *heavy = mem_alloc(f->nr_rows, sizeof(*heavy));
	uint64_t *min = mem_alloc(rp->nr_ev, sizeof(*min));

	for (uint32_t e = 0; e < rp->nr_ev && min; e++)
		min[e] = callgraph_min_hit(rp, &rp->ev[e]);
	for (uint32_t n = 1; n < f->nr_rows && heavy && min; n++) {
		heavy[n] = rp->children && f->rows[n]->acc.period >= min[f->rows[n]->event];
		f->rows[n]->through = 0;
	}
	free(min);
	if (min)
		return heavy;
	free(heavy);
	return NULL;
}

int callgraph_trie_seal(struct report *rp)
{
	struct callgraph_trie *f = rp->trie;
	int err = f->sums ? 0 : callgraph_trie_sum(rp, NULL);
	bool *heavy = find_heavy_rows(rp);

	err = heavy ? err : -ENOMEM;
	for (uint32_t n = 1; n < f->nr && !err; n++) {
		const uint32_t row = f->uses[n].row & ~TRIE_TOPMOST;

		if (f->uses[n].row & TRIE_TOPMOST && heavy[row])
			err = pass_add(f, f->rows[row], n);
	}
	free(heavy);
	return err;
}
