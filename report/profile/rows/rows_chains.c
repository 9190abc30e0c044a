/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds call chains to the rows of a report without --children after the rows are known: only the
 * chains of rows that show a graph are walked, resolved and put into the trie.
 */
#include "base/memory.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/model/report_totals.h"
#include "profile/rows/report_pass.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

bool rows_can_add_chains(const struct report *rp, bool unwound)
{
	const struct rep_input *in = &rp->opts->in;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].members > 1)
			return false;
	/* The order of asking for inlined functions and lines decides their names and messages. */
	if (in->inline_all || (unwound && in->inline_frames) || rp->chain.by_line)
		return false;
	return rp->chain.use && !rp->children && !rp->parent && !rp->chain.counts &&
	       !rp->hierarchy && rp->mode == REPORT_NORMAL && rp->chain.mode != CHAIN_FRACTAL;
}

/* Set the mark of the rows that show a graph, and clear that of all others. */
static void mark_rows_with_graph(struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		const struct event_rows *ev = &rp->ev[e];
		const uint64_t min = callgraph_min_hit(rp, ev);

		for (uint32_t i = 0; i < ev->nr; i++) {
			struct rep_row *r = ev->rows[i];

			r->mark = !r->filtered && r->self.period >= min &&
				  !report_below_limit(rp, ev, r);
		}
	}
}

/* Chains are walked before the first of this many is entered, so that memory can be prefetched. */
#define CHAINS_A_BATCH 8u

static bool shows_chain(const struct report *rp, uint32_t i)
{
	return rp->hist->entries[i].chain && rp->entry_rows[i] && rp->entry_rows[i]->mark;
}

/* Walk the chain of entry @i, and prefetch what entering the chain reads. */
static void begin_entry_chain(struct report *rp, struct row_batch *b, struct row_entry *e,
			      uint32_t i)
{
	*e = (struct row_entry){ .entry = i, .has_row = true };
	row_entry_walk_chain(rp, b, e);
	e->like.group = rp->entry_rows[i]->group;
	row_entry_prefetch_trie(rp, b, e, 0);
}

static void add_batch_chains(struct report *rp, struct row_batch *b)
{
	for (uint32_t i = 0; i < b->nr; i++)
		row_entry_prefetch_trie(rp, b, &b->entries[i], 1);
	for (uint32_t i = 0; i < b->nr; i++) {
		struct row_entry *e = &b->entries[i];

		row_entry_enter_chain(rp, b, e);
		if (e->nr)
			row_entry_add_chain(rp, b, e, rp->entry_rows[e->entry]);
	}
	b->nr = b->nr_frames = 0;
}

static void add_shown_chains(struct report *rp, struct row_batch *b)
{
	const uint32_t nr = rp->hist->nr_entries;

	for (uint32_t i = 0; i < nr; i++) {
		if (i % ROWS_LOOK == 0 && report_err(rp))
			return;
		if (!shows_chain(rp, i))
			continue;
		begin_entry_chain(rp, b, &b->entries[b->nr++], i);
		if (b->nr == CHAINS_A_BATCH)
			add_batch_chains(rp, b);
	}
	add_batch_chains(rp, b);
}

/*
 * Set @rp->hist to a hist with the chains of the marked rows, and @rp->entry_rows to the rows of
 * its entries. Return: false if the chains cannot be read; report_err() then returns an error.
 */
static bool read_shown_chains(struct report *rp)
{
	struct rep_row **entry_rows;
	struct hists *h = report_reread_chains(rp, &entry_rows);

	if (!h) {
		report_no_memory(rp);
		return false;
	}
	free(rp->entry_rows);
	rp->entry_rows = entry_rows;
	rp->hist = h;
	return true;
}

static void add_chains_of_hist(struct report *rp)
{
	struct row_batch *b = mem_alloc(1, sizeof(*b));
	const uint32_t nr = rp->hist->nr_entries;

	for (uint32_t i = 0; i < nr && !(i % ROWS_LOOK == 0 && report_err(rp)); i++)
		if (shows_chain(rp, i))
			chain_collect(rp, &rp->hist->entries[i]);
	locations_resolve(&rp->locations);
	locations_class_notes(&rp->locations);
	if (b) {
		add_shown_chains(rp, b);
		row_batch_free(b);
		free(b);
	} else {
		report_no_memory(rp);
	}
	locations_forget_notes(&rp->locations);
	locations_forget_index(&rp->locations);
}

void rows_add_chains(struct report *rp)
{
	struct hists *all = rp->hist;

	mark_rows_with_graph(rp);
	if (!rp->rereads_chains || read_shown_chains(rp))
		add_chains_of_hist(rp);
	if (rp->hist != all) {
		hists_free(rp->hist);
		rp->hist = all;
	}
	free(rp->entry_rows);
	rp->entry_rows = NULL;
}
