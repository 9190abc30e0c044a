/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds up branch flags, cycles and iterations for the frames of a call graph (--branch-history)
 * and formats them.
 */
#include "profile/callgraph/report_history.h"

#include "base/memory.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/callgraph/report_parent.h"
#include "session/describe/branch_types.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A chain through the row, counted from position pos on. */
struct history_chain {
	uint32_t entry, pos;
	uint32_t next; /* next older chain of the row, 0: none */
};

struct report_history {
	struct report *rp;
	struct history_chain *chains; /* from 1 */
	uint32_t nr, cap;
};

/* The sum over all chains of one frame's branches. */
struct branch_counts {
	uint64_t nr; /* branches that end or begin here */
	uint64_t predicted, aborted;
	uint64_t cycles, iterations, iteration_cycles, nr_from;
	struct branch_types types;
	bool seen, is_end; /* whether a branch was counted; whether the last one ends here */
};

struct report_history *report_history_new(struct report *rp)
{
	struct report_history *h = mem_alloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->rp = rp;
	h->nr = 1;
	return h;
}

void report_history_free(struct report_history *h)
{
	if (!h)
		return;
	free(h->chains);
	free(h);
}

void report_history_add(struct report_history *h, struct rep_row *row, uint32_t entry, uint32_t pos)
{
	if (!mem_room(&h->chains, &h->cap, h->nr, sizeof(*h->chains))) {
		report_no_memory(h->rp);
		return;
	}
	h->chains[h->nr] =
		(struct history_chain){ .entry = entry, .pos = pos, .next = row->more->history };
	row->more->history = h->nr++;
}

/* ---- sums -------------------------------------------------------------------------------- */

#define FLAG_PREDICTED 2u
#define FLAG_ABORT 8u

/* Add a branch end. @nr: samples of the chain. The newest chains come first. */
static void count_frame(struct branch_counts *c, const struct chain_branch *b, uint64_t nr)
{
	if (b->kind == CHAIN_FRAME_CALLED)
		return;
	if (!c->seen)
		c->is_end = b->kind == CHAIN_FRAME_TO;
	c->seen = true;
	c->nr += nr;
	if (b->kind == CHAIN_FRAME_TO) {
		c->predicted += b->flags & FLAG_PREDICTED ? nr : 0;
		c->aborted += b->flags & FLAG_ABORT ? nr : 0;
		branch_types_count(&c->types, b->flags, b->from, b->to, nr);
	} else {
		c->cycles += (b->flags >> 4 & 0xffff) * nr;
		c->iterations += b->iterations * nr;
		c->iteration_cycles += b->iteration_cycles * nr;
		c->nr_from += nr;
	}
}

/* Return true if the graph shows the location @walked as the frame of class @cls. */
static bool is_shown_as(const struct locations *p, uint32_t walked, uint32_t cls)
{
	return location_class_group(p, location_class(p, walked)) == location_class_group(p, cls);
}

/* Return the child of @node that begins with the location @walked, or 0. */
static uint32_t child_of(const struct report *rp, const struct callgraph *g, uint32_t node,
			 uint32_t walked)
{
	uint32_t n = g->nodes[node].child;

	while (n && !is_shown_as(&rp->locations, walked, g->classes[g->nodes[n].first]))
		n = g->nodes[n].sibling;
	return n;
}

/* Count the frames rp->walked[@pos...@nr] along the graph, as far as the graph has them. */
static void count_chain(struct report *rp, const struct callgraph *g, struct branch_counts *counts,
			uint32_t pos, uint32_t nr, uint64_t samples)
{
	uint32_t node = 0;

	while (pos < nr) {
		node = child_of(rp, g, node, rp->walked[pos]);
		if (!node)
			return;
		for (uint32_t i = g->nodes[node].first;
		     i < g->nodes[node].first + g->nodes[node].nr; i++, pos++) {
			if (pos == nr ||
			    !is_shown_as(&rp->locations, rp->walked[pos], g->classes[i]))
				return;
			count_frame(&counts[i], &rp->walked_branches[pos], samples);
		}
	}
}

/*
 * Put the frames of a hist entry's chain into rp->walked, without those that --ignore-callees
 * omits. Return: the number of frames.
 */
static uint32_t walk_history_chain(struct report *rp, const struct hist_entry *entry)
{
	const struct sym *parent;
	uint32_t nr = chain_walk(rp, entry, CHAIN_FIND), root;

	return rp->parent ? report_parent_find(rp->parent, rp, nr, &parent, &root) : nr;
}

struct branch_counts *report_history_counts(struct report *rp, const struct callgraph *g,
					    const struct rep_row *row)
{
	struct branch_counts *counts = mem_alloc(g->nr_classes + 1, sizeof(*counts));
	const struct history_chain *all = rp->history->chains;

	for (uint32_t i = row->more->history; i && counts; i = all[i].next) {
		const struct hist_entry *entry = &rp->hist->entries[all[i].entry];

		count_chain(rp, g, counts, all[i].pos, walk_history_chain(rp, entry), entry->nr);
	}
	return counts;
}

void report_history_total(struct report_history *h, const struct rep_row *row,
			  struct history_total *t)
{
	struct branch_counts c = { .nr = 0 };
	struct report *rp = h->rp;

	for (uint32_t i = row->more->history; i; i = h->chains[i].next) {
		const struct hist_entry *entry = &rp->hist->entries[h->chains[i].entry];
		const uint32_t nr = walk_history_chain(rp, entry);

		for (uint32_t pos = h->chains[i].pos; pos < nr; pos++)
			count_frame(&c, &rp->walked_branches[pos], entry->nr);
	}
	*t = (struct history_total){ c.nr, c.predicted, c.aborted, c.cycles };
}

/* ---- text -------------------------------------------------------------------------------- */

struct text {
	char *buf;
	size_t size, len;
	uint32_t nr; /* parts */
};

static void part_of_text(struct text *t, const char *name, const char *value)
{
	if (t->len < t->size)
		t->len += (size_t)snprintf(t->buf + t->len, t->size - t->len, "%s%s:%s",
					   t->nr ? " " : " (", name, value);
	t->nr++;
}

static void percent_part(struct text *t, const char *name, uint64_t nr, uint64_t of, double least)
{
	const double percent = (double)nr * 100.0 / (double)of;
	char value[32];

	snprintf(value, sizeof(value), "%.1f%%", percent);
	if (percent < least)
		t->nr++; /* perf prints the next part as if this one were printed */
	else
		part_of_text(t, name, value);
}

static void number_part(struct text *t, const char *name, uint64_t v)
{
	char value[32];

	snprintf(value, sizeof(value), "%" PRIu64, v);
	part_of_text(t, name, value);
}

static void text_of_end(struct text *t, const struct branch_counts *c)
{
	t->len = branch_types_text(&c->types, t->buf, t->size);
	t->nr = t->len != 0;
	if (c->predicted < c->nr)
		percent_part(t, "predicted", c->predicted, c->nr, 0);
	if (c->aborted)
		percent_part(t, "abort", c->aborted, c->nr, 0.1);
}

/* perf divides by a count that omits the first of the branches. */
static void text_of_beginning(struct text *t, const struct branch_counts *c)
{
	const uint64_t times = c->nr_from > 1 ? c->iterations / (c->nr_from - 1) : 0;

	if (c->cycles / c->nr)
		number_part(t, "cycles", c->cycles / c->nr);
	if (!times)
		return;
	number_part(t, "iter", times);
	number_part(t, "avg_cycles", c->iteration_cycles / c->iterations);
}

void report_history_text(const struct branch_counts *c, char *buf, size_t size)
{
	struct text t = { .buf = buf, .size = size };

	*buf = 0;
	if (!c || !c->nr) {
		snprintf(buf, size, " (calltrace)");
		return;
	}
	if (c->is_end)
		text_of_end(&t, c);
	else
		text_of_beginning(&t, c);
	if (t.nr && t.len < size)
		snprintf(buf + t.len, size - t.len, ")");
}

const struct branch_counts *report_history_of(const struct branch_counts *all, uint32_t at)
{
	return all ? &all[at] : NULL;
}
