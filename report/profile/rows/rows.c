/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds the rows of a report from resolved hist entries: each entry is added to the row with equal
 * keys, and its chain to the rows of its callers.
 */
#include "base/memory.h"
#include "profile/callgraph/callgraph_trie.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

/* ---- sums -------------------------------------------------------------------------------- */

static void stat_add(struct row_stat *st, unsigned mode, const struct hist_entry *slot)
{
	st->nr += slot->nr;
	st->period += slot->period;
	if (mode == PDATA_CPUMODE_KERNEL)
		st->sys += slot->period;
	else if (mode == PDATA_CPUMODE_USER)
		st->us += slot->period;
	else if (mode == PDATA_CPUMODE_GUEST_KERNEL)
		st->guest_sys += slot->period;
	else if (mode == PDATA_CPUMODE_GUEST_USER)
		st->guest_us += slot->period;
}

static void more_add(const struct report *rp, struct rep_row *r, const struct hist_entry *slot)
{
	const struct hist_extra *x = hist_extra(rp->hist, slot->extra);

	r->more->latency += row_entry_latency(rp, slot);
	r->more->weight[0] += x->weight * slot->nr;
	r->more->weight[1] += x->ins_lat * slot->nr;
	r->more->weight[2] += x->p_stage_cyc * slot->nr;
}

int row_more_add(struct rep_row *r, const struct row_more *more)
{
	if (!more)
		return 0;
	if (!r->more)
		r->more = mem_alloc(1, sizeof(*r->more));
	if (!r->more)
		return -ENOMEM;
	r->more->latency += more->latency;
	for (int i = 0; i < 3; i++)
		r->more->weight[i] += more->weight[i];
	return 0;
}

/* ---- own rows ---------------------------------------------------------------------------- */

/* Set the part of @e->like, and its branch. Returns false if the entry gets no row. */
static bool set_entry_part(struct report *rp, struct row_entry *e, bool *added)
{
	const struct hist_entry *slot = &rp->hist->slots[e->entry];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(rp->hist, e->entry);
	struct rep_row *like = &e->like;

	if (rp->mode == REPORT_NORMAL) {
		like->part = row_part(rp, &rp->map->of_place,
				      e->root != UINT32_MAX ? e->root : slot->location, like,
				      added);
		return true;
	}
	if (rp->mode == REPORT_MEM) {
		like->from = location_find_any(&rp->places, &at, slot->ip);
		like->to = location_find(&rp->places, &at, hist_entry_cpumode(slot),
					 like->extra->addr);
		like->part = row_index_find(rp, &rp->map->parts, like, added);
		return true;
	}
	like->from = location_find_any(&rp->places, &at, like->extra->from);
	like->to = location_find_any(&rp->places, &at, like->extra->to);
	row_names(rp, like, &rp->places.all[like->to]);
	like->addr = like->extra->to;
	like->part = row_index_find(rp, &rp->map->parts, like, added);
	return !rp->opts->select.hide_unresolved || (like->sym && rp->places.all[like->from].sym);
}

static void count_left_out(struct report *rp, const struct hist_entry *slot)
{
	struct event_rows *ev = &rp->ev[hist_entry_event(slot)];

	ev->nr_samples += slot->nr;
	ev->period += slot->period;
	ev->latency += row_entry_latency(rp, slot);
}

/* Begin to add hist entry @i: everything that does not depend on the entries before it. */
static void begin_entry(struct report *rp, struct row_entry *e, uint32_t i)
{
	const struct hist_entry *slot = &rp->hist->slots[i];

	e->entry = i;
	e->nr = 0;
	e->root = UINT32_MAX;
	e->parent = NULL;
	e->has_row = e->added_group = false;
	if (row_entry_is_left_out(rp, slot)) {
		count_left_out(rp, slot);
		return;
	}
	if (row_entry_has_chain(rp, slot))
		row_entry_walk_chain(rp, e);
	e->has_row = row_entry_like(rp, i, e->root, e->parent, &e->like);
	if (e->has_row)
		e->like.group = row_group(rp, &e->like, slot, &e->added_group);
	if (e->added_group)
		row_index_set_first(&rp->map->groups, e->like.group, &e->like);
	row_entry_prefetch_chain(rp, e, 0);
}

static void add_entry_rows(struct report *rp, struct row_entry *e)
{
	const struct hist_entry *slot = &rp->hist->slots[e->entry];
	struct row_map *m = rp->map;
	bool added = false;
	struct rep_row *own;

	if (!e->has_row)
		return;
	if (!set_entry_part(rp, e, &added)) {
		if (e->added_group)
			row_set_copy_first(rp, &e->like, &m->groups, e->like.group);
		if (added)
			row_set_copy_first(rp, &e->like, &m->parts, e->like.part);
		return;
	}
	own = row_find_or_add(rp, &e->like);
	if (e->added_group)
		row_index_set_first(&m->groups, e->like.group, own);
	if (added)
		row_index_set_first(&m->parts, e->like.part, own);
	stat_add(&own->self, hist_entry_cpumode(slot), slot);
	if (own->more)
		more_add(rp, own, slot);
	rp->ev[e->like.event].nr_samples += slot->nr;
	if (rp->entry_rows)
		rp->entry_rows[e->entry] = own;
	if (rp->children || e->nr)
		row_entry_add_chain(rp, e, own);
}

static void prefetch_resolved(const struct report *rp, uint32_t i)
{
	const struct hists *h = rp->hist;

	if (i >= h->nr_slots)
		return;
	__builtin_prefetch(&rp->places.all[h->slots[i].location]);
	if (h->opts.chains && h->slots[i].chain)
		__builtin_prefetch(h->chains.all[h->slots[i].chain].data);
}

/* Entries are begun this many entries before they are added, so that memory can be prefetched. */
#define BEGUN_AHEAD 2u
#define NR_BEGUN (BEGUN_AHEAD + 1)

static void add_all_entries(struct report *rp, struct row_entry *begun)
{
	const uint32_t nr = rp->hist->nr_slots;

	for (uint64_t i = 0; i < (uint64_t)nr + BEGUN_AHEAD; i++) {
		if (i % ROWS_LOOK == 0 && report_err(rp))
			return;
		prefetch_resolved(rp, (uint32_t)(i + ROWS_AHEAD < nr ? i + ROWS_AHEAD : nr));
		if (i < nr)
			begin_entry(rp, &begun[i % NR_BEGUN], (uint32_t)i);
		if (i >= 1 && i <= nr)
			row_entry_prefetch_chain(rp, &begun[(i - 1) % NR_BEGUN], 1);
		if (i >= BEGUN_AHEAD)
			add_entry_rows(rp, &begun[(i - BEGUN_AHEAD) % NR_BEGUN]);
	}
	rows_sum_frames(rp);
}

void rows_build(struct report *rp)
{
	struct row_entry begun[NR_BEGUN] = { 0 };

	rp->map = mem_alloc(1, sizeof(*rp->map));
	if (rp->late_chains)
		rp->entry_rows = mem_alloc(rp->hist->nr_slots, sizeof(struct rep_row *));
	if (!rp->map || (rp->late_chains && !rp->entry_rows)) {
		report_no_memory(rp);
		return;
	}
	rp->map->groups.scope = KEY_THREAD;
	rp->map->parts.scope = KEY_LOCATION;
	add_all_entries(rp, begun);
	for (uint32_t i = 0; i < NR_BEGUN; i++)
		row_entry_free(&begun[i]);
	locations_forget_notes(&rp->places);
}

void rows_free(struct report *rp)
{
	free(rp->entry_rows);
	rp->entry_rows = NULL;
	if (rp->map)
		row_map_free(rp->map);
	rp->map = NULL;
}
