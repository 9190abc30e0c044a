/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds hist entries to the rows of a report, in batches: each entry to the row with equal keys, and
 * its chain to the rows of its callers.
 */
#include "base/memory.h"
#include "common/prefetch.h"
#include "profile/rows/rows_int.h"

/* ---- sums -------------------------------------------------------------------------------- */

/* @mode: cpumode of the address for which the row stands. */
static void more_add(const struct report *rp, struct row_more *more, const struct hist_entry *entry,
		     unsigned mode)
{
	const struct hist_extra *x = hist_extra(rp->hist, entry->extra);

	more->latency += row_entry_latency(rp, entry);
	more->weight[0] += x->weight * entry->nr;
	more->weight[1] += x->ins_lat * entry->nr;
	more->weight[2] += x->p_stage_cyc * entry->nr;
	if (mode == PDATA_CPUMODE_KERNEL)
		more->sys += entry->period;
	else if (mode == PDATA_CPUMODE_USER)
		more->us += entry->period;
	else if (mode == PDATA_CPUMODE_GUEST_KERNEL)
		more->guest_sys += entry->period;
	else if (mode == PDATA_CPUMODE_GUEST_USER)
		more->guest_us += entry->period;
}

/* ---- own rows ---------------------------------------------------------------------------- */

/*
 * Return the index of the entry's location in locations.all, and in row_map.of_location. With
 * report.entries_resolved, only the latter.
 */
static uint32_t entry_location(const struct report *rp, const struct row_entry *e)
{
	if (rp->entries_resolved)
		return rp->hist->firsts[e->entry].same;
	return e->root != UINT32_MAX ? e->root : rp->hist->entries[e->entry].location;
}

/* Set the part of @e->like, and its branch. Returns false if the entry gets no row. */
static bool set_entry_part(struct report *rp, struct row_entry *e, bool *added)
{
	const struct hist_entry *entry = &rp->hist->entries[e->entry];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(rp->hist, e->entry);
	const struct hist_extra *extra = hist_extra(rp->hist, entry->extra);
	struct rep_row *like = &e->like;

	/* The array row_map.of_location would have an element for each entry in each shard. */
	if (rp->entries_resolved && e->tag) {
		like->part = row_index_find(rp, &rp->map->parts, like, e->tag, added);
		return true;
	}
	if (rp->mode == REPORT_NORMAL) {
		like->part = row_part(rp, &rp->map->of_location, entry_location(rp, e), like,
				      e->tag, added);
		return true;
	}
	if (rp->mode == REPORT_MEM) {
		e->more.from = location_find_any(&rp->locations, &at, entry->ip);
		e->more.to =
			location_find(&rp->locations, &at, hist_entry_cpumode(entry), extra->addr);
		like->part = row_index_find(rp, &rp->map->parts, like, 0, added);
		return true;
	}
	e->more.from = location_find_any(&rp->locations, &at, extra->from);
	e->more.to = location_find_any(&rp->locations, &at, extra->to);
	row_names(rp, like, &rp->locations.all[e->more.to]);
	like->addr = extra->to;
	like->part = row_index_find(rp, &rp->map->parts, like, 0, added);
	return !rp->opts->select.hide_unresolved ||
	       (like->sym && rp->locations.all[e->more.from].sym);
}

static void count_left_out(struct report *rp, const struct hist_entry *entry)
{
	struct event_rows *ev = &rp->ev[hist_entry_event(entry)];

	ev->nr_samples += entry->nr;
	ev->period += entry->period;
	ev->latency += row_entry_latency(rp, entry);
}

/* Find everything about the hist entry @e->entry that does not depend on rows of other entries. */
static void begin_entry(struct row_build *w, struct row_batch *b, struct row_entry *e)
{
	struct report *rp = w->rp;
	const struct hist_entry *entry = &rp->hist->entries[e->entry];

	w->nr_samples += entry->nr;
	if (!(rp->entries_resolved ? entry->sym : rp->locations.all[entry->location].sym))
		w->nr_unresolved += entry->nr;
	e->nr = 0;
	e->root = UINT32_MAX;
	e->parent = NULL;
	e->has_row = e->in_trie = false;
	e->is_left_out = row_entry_is_left_out(rp, entry);
	if (e->is_left_out)
		return;
	if (row_entry_has_chain(rp, entry))
		row_entry_walk_chain(rp, b, e);
	e->has_row = row_entry_like(rp, e->entry, e->root, e->parent, &e->like, &e->more);
	if (!e->has_row)
		return;
	e->like.group = row_group(rp, &e->like, entry);
	if (w->entry_tags) /* rows_build_shards() puts rows in this order */
		e->like.mark = w->sorted ? rp->hist->firsts[e->entry].number : e->entry;
	e->tag = w->entry_tags ? w->entry_tags[e->entry]
		 : w->tags     ? row_index_tag(rp, &rp->map->parts, &e->like)
			       : 0;
}

static void add_entry_rows(struct report *rp, struct row_batch *b, struct row_entry *e)
{
	const struct hist_entry *entry = &rp->hist->entries[e->entry];
	struct row_map *m = rp->map;
	bool added = false;
	struct rep_row *own;

	if (e->is_left_out)
		count_left_out(rp, entry);
	if (!e->has_row)
		return;
	if (!set_entry_part(rp, e, &added)) {
		if (added)
			row_set_copy_first(rp, &e->like, e->like.part);
		return;
	}
	own = row_find_or_add(rp, &e->like);
	if (added)
		row_index_set_first(&m->parts, e->like.part, own);
	if (e->like.mark < own->mark)
		own->mark = e->like.mark;
	own->self.nr += entry->nr;
	own->self.period += entry->period;
	if (rp->sums)
		more_add(rp, own->more, entry,
			 e->root == UINT32_MAX ? hist_entry_cpumode(entry)
					       : rp->locations.all[e->root].mode);
	rp->ev[e->like.event].nr_samples += entry->nr;
	rp->ev[e->like.event].period_passed += e->like.filtered ? 0 : entry->period;
	if (rp->entry_rows)
		rp->entry_rows[e->entry] = own;
	if (rp->children || e->nr)
		row_entry_add_chain(rp, b, e, own);
}

/* ---- batches ----------------------------------------------------------------------------- */

static void prefetch_resolved(const struct report *rp, uint32_t i)
{
	const struct hists *h = rp->hist;

	if (rp->entries_resolved) {
		pd_prefetch(&h->firsts[i]);
		return;
	}
	pd_prefetch(&rp->locations.all[h->entries[i].location]);
	if (h->opts.chains && h->entries[i].chain)
		pd_prefetch(h->chains.all[h->entries[i].chain].data);
}

/* Entries are begun this many entries before their chains are entered: memory is slow. */
#define BEGUN_AHEAD 2u

/* Entries are prefetched this far ahead: another thread may have written them. */
#define ENTRIES_AHEAD 32u

/* Put the next entries into the batch @b: with shards, only those of the shard of @w. */
static void select_entries(struct row_build *w, struct row_batch *b)
{
	const struct hists *h = w->rp->hist;

	for (b->nr = 0; w->next < w->end && b->nr < ENTRIES_A_BATCH; w->next++) {
		if (w->end - w->next > ENTRIES_AHEAD)
			pd_prefetch(&h->entries[w->next + ENTRIES_AHEAD]);
		if (w->entry_tags && row_shard(w->entry_tags[w->next], w->nr_shards) != w->shard)
			continue;
		prefetch_resolved(w->rp, w->next);
		b->entries[b->nr++].entry = w->next;
	}
}

bool rows_begin_batch(void *ctx, uint32_t batch)
{
	struct row_build *w = ctx;
	struct report *rp = w->rp;
	struct row_batch *b = &w->batches[batch];

	if (report_err(rp))
		return false;
	select_entries(w, b);
	b->nr_frames = 0;
	for (uint32_t i = 0; b->nr && i < b->nr + BEGUN_AHEAD; i++) {
		if (i < b->nr) {
			begin_entry(w, b, &b->entries[i]);
			row_entry_prefetch_trie(rp, b, &b->entries[i], 0);
		}
		if (i >= 1 && i <= b->nr)
			row_entry_prefetch_trie(rp, b, &b->entries[i - 1], 1);
		if (i >= BEGUN_AHEAD)
			row_entry_enter_chain(rp, b, &b->entries[i - BEGUN_AHEAD]);
	}
	return b->nr;
}

/* The steps of prefetching the rows of an entry are this many entries apart. */
#define STEP_APART 3u

/* Prefetch for the entries after entry @i of the batch. */
static void prefetch_rows(const struct report *rp, const struct row_batch *b, uint32_t i)
{
	for (unsigned step = 0; step < ROW_PREFETCH_STEPS; step++) {
		const uint32_t n = i + (ROW_PREFETCH_STEPS - step) * STEP_APART;

		if (n >= b->nr || !b->entries[n].has_row)
			continue;
		if (rp->entries_resolved && b->entries[n].tag)
			row_prefetch_by_tag(rp->map, b->entries[n].like.group, b->entries[n].tag,
					    step);
		else
			row_prefetch(rp->map, &rp->map->of_location,
				     entry_location(rp, &b->entries[n]), b->entries[n].like.group,
				     b->entries[n].tag, step);
		row_entry_prefetch_frames(rp, b, &b->entries[n], step);
	}
}

void rows_add_batch(void *ctx, uint32_t batch)
{
	struct row_build *w = ctx;
	struct row_batch *b = &w->batches[batch];
	for (uint32_t i = 0; i < b->nr; i++) {
		prefetch_rows(w->rp, b, i);
		add_entry_rows(w->rp, b, &b->entries[i]);
	}
	/* The entries of a shard are between those of others, which may need them still. */
	if (!w->entry_tags && rows_free_entries(w->rp))
		hists_give_back(w->rp->hist, b->entries[0].entry, b->entries[b->nr - 1].entry + 1);
}
