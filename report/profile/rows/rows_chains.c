/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds call chains to the rows of a report without --children after the rows are known: only the
 * chains of rows that show a graph are walked, resolved and put into the trie.
 */
#include "profile/callgraph/callgraph_trie.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/model/report_totals.h"
#include "profile/rows/rows.h"

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

static void add_entry_chain(struct report *rp, uint32_t i)
{
	const struct hist_entry *slot = &rp->hist->slots[i];
	const uint32_t n = chain_walk(rp, slot, CHAIN_REPLAY);

	for (uint32_t k = 0; k < n; k++)
		rp->walked[k] = rp->places.all[rp->walked[k]].cls;
	if (n && callgraph_trie_add(rp->trie, rp->walked, NULL, n, rp->entry_rows[i], slot->period,
				    slot->nr))
		report_no_memory(rp);
}

void rows_add_chains(struct report *rp)
{
	const uint32_t nr = rp->hist->nr_slots;

	mark_rows_with_graph(rp);
	for (uint32_t i = 0; i < nr && !(i % ROWS_LOOK == 0 && report_err(rp)); i++)
		if (shows_chain(rp, i))
			chain_walk(rp, &rp->hist->slots[i], CHAIN_COLLECT);
	locations_resolve(&rp->places);
	locations_class_notes(&rp->places);
	for (uint32_t i = 0; i < nr && !(i % ROWS_LOOK == 0 && report_err(rp)); i++)
		if (shows_chain(rp, i))
			add_entry_chain(rp, i);
	locations_forget_notes(&rp->places);
	locations_forget_index(&rp->places);
	free(rp->entry_rows);
	rp->entry_rows = NULL;
}
