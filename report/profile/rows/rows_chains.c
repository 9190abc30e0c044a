/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds call chains to the rows of a report without --children after the rows are known: only the
 * chains of rows that show a graph are walked, resolved and put into the trie.
 */
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/model/report_totals.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

bool rows_can_add_chains(const struct report *rp)
{
	const struct rep_input *in = &rp->opts->in;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].members > 1)
			return false;
	/* The order of asking for inlined functions and lines decides their names and messages. */
	if (in->inline_all || (rp->hist->unwound && in->inline_frames) || rp->chain.by_line)
		return false;
	return rp->trie && !rp->children && !rp->parent && !rp->history && !rp->hierarchy &&
	       rp->mode == REPORT_NORMAL && rp->chain.mode != CHAIN_FRACTAL;
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

static bool shows_chain(const struct report *rp, uint32_t i)
{
	return rp->hist->slots[i].chain && rp->entry_rows[i] && rp->entry_rows[i]->mark;
}

/* Walk the chain of entry @i, and prefetch what adding it reads. */
static void begin_entry_chain(struct report *rp, struct row_entry *e, uint32_t i)
{
	e->entry = i;
	row_entry_walk_chain(rp, e);
	e->like.group = rp->entry_rows[i]->group;
	row_entry_prefetch_chain(rp, e, 0);
}

static void add_entry_chain(struct report *rp, struct row_entry *e)
{
	if (e->nr)
		row_entry_add_chain(rp, e, rp->entry_rows[e->entry]);
	e->nr = 0;
}

/* Chains are walked this many chains before they are added, so that memory can be prefetched. */
#define CHAINS_AHEAD 2u
#define NR_CHAINS_BEGUN (CHAINS_AHEAD + 1)

static void add_shown_chains(struct report *rp, struct row_entry *begun)
{
	const uint32_t nr = rp->hist->nr_slots;
	uint64_t n = 0; /* chains begun */

	for (uint32_t i = 0; i < nr; i++) {
		if (i % ROWS_LOOK == 0 && report_err(rp))
			return;
		if (!shows_chain(rp, i))
			continue;
		add_entry_chain(rp, &begun[n % NR_CHAINS_BEGUN]);
		begin_entry_chain(rp, &begun[n % NR_CHAINS_BEGUN], i);
		row_entry_prefetch_chain(rp, &begun[(n + CHAINS_AHEAD) % NR_CHAINS_BEGUN], 1);
		n++;
	}
	for (uint32_t i = 0; i < NR_CHAINS_BEGUN; i++)
		add_entry_chain(rp, &begun[(n + i) % NR_CHAINS_BEGUN]);
}

void rows_add_chains(struct report *rp)
{
	struct row_entry begun[NR_CHAINS_BEGUN] = { 0 };
	const uint32_t nr = rp->hist->nr_slots;

	mark_rows_with_graph(rp);
	for (uint32_t i = 0; i < nr && !(i % ROWS_LOOK == 0 && report_err(rp)); i++)
		if (shows_chain(rp, i))
			chain_collect(rp, &rp->hist->slots[i]);
	locations_resolve(&rp->places);
	locations_class_notes(&rp->places);
	add_shown_chains(rp, begun);
	for (uint32_t i = 0; i < NR_CHAINS_BEGUN; i++)
		row_entry_free(&begun[i]);
	locations_forget_notes(&rp->places);
	locations_forget_index(&rp->places);
	free(rp->entry_rows);
	rp->entry_rows = NULL;
}
