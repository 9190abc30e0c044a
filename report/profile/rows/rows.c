/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds the rows of a report from resolved hist entries: each entry is added to the row with equal
 * keys, and its chain to the rows of its callers.
 */
#include "base/array.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "common/prefetch.h"
#include "profile/keys/key_table.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>
#include <string.h>

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

/* Return the index of the entry's location in locations.all, and in row_map.of_location. */
static uint32_t entry_location(const struct report *rp, const struct row_entry *e)
{
	return e->root != UINT32_MAX ? e->root : rp->hist->entries[e->entry].location;
}

/* Set the part of @e->like, and its branch. Returns false if the entry gets no row. */
static bool set_entry_part(struct report *rp, struct row_entry *e, bool *added)
{
	const struct hist_entry *entry = &rp->hist->entries[e->entry];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(rp->hist, e->entry);
	const struct hist_extra *extra = hist_extra(rp->hist, entry->extra);
	struct rep_row *like = &e->like;

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

struct build {
	struct report *rp;
	struct row_batch *batches;
	uint32_t next; /* index in hists.entries of the first entry that is in no batch yet */
	/* nothing reads a hist entry after its samples are in rows */
	bool frees_entries;
	bool tags; /* begin_batch() sets row_entry.tag */
	/* see report.samples; only begin_batch() uses these members while batches are built */
	uint64_t nr_samples, nr_unresolved;
};

/* Find everything about the hist entry @e->entry that does not depend on rows of other entries. */
static void begin_entry(struct build *w, struct row_batch *b, struct row_entry *e)
{
	struct report *rp = w->rp;
	const struct hist_entry *entry = &rp->hist->entries[e->entry];

	w->nr_samples += entry->nr;
	if (!rp->locations.all[entry->location].sym)
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
	e->tag = w->tags ? row_index_tag(rp, &rp->map->parts, &e->like) : 0;
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

/* Rows are built in two threads if there are at least this many hist entries for each. */
#define ENTRIES_EACH 10000u

static void prefetch_resolved(const struct report *rp, uint32_t i)
{
	const struct hists *h = rp->hist;

	if (i >= h->nr_entries)
		return;
	pd_prefetch(&rp->locations.all[h->entries[i].location]);
	if (h->opts.chains && h->entries[i].chain)
		pd_prefetch(h->chains.all[h->entries[i].chain].data);
}

/* Entries are begun this many entries before their chains are entered: memory is slow. */
#define BEGUN_AHEAD 2u

static bool begin_batch(void *ctx, uint32_t batch)
{
	struct build *w = ctx;
	struct report *rp = w->rp;
	struct row_batch *b = &w->batches[batch];
	const uint32_t left = rp->hist->nr_entries - w->next;

	if (!left || report_err(rp))
		return false;
	b->nr = left < ENTRIES_A_BATCH ? left : ENTRIES_A_BATCH;
	b->nr_frames = 0;
	for (uint32_t i = 0; i < b->nr + BEGUN_AHEAD; i++) {
		if (i < b->nr) {
			prefetch_resolved(rp, w->next + ROWS_AHEAD);
			b->entries[i].entry = w->next++;
			begin_entry(w, b, &b->entries[i]);
			row_entry_prefetch_trie(rp, b, &b->entries[i], 0);
		}
		if (i >= 1 && i <= b->nr)
			row_entry_prefetch_trie(rp, b, &b->entries[i - 1], 1);
		if (i >= BEGUN_AHEAD)
			row_entry_enter_chain(rp, b, &b->entries[i - BEGUN_AHEAD]);
	}
	return true;
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
		row_prefetch(rp->map, &rp->map->of_location, entry_location(rp, &b->entries[n]),
			     b->entries[n].like.group, b->entries[n].tag, step);
		row_entry_prefetch_frames(rp, b, &b->entries[n], step);
	}
}

static void add_batch(void *ctx, uint32_t batch)
{
	struct build *w = ctx;
	struct row_batch *b = &w->batches[batch];
	const uint32_t first = b->entries[0].entry;

	for (uint32_t i = 0; i < b->nr; i++) {
		prefetch_rows(w->rp, b, i);
		add_entry_rows(w->rp, b, &b->entries[i]);
	}
	if (w->frees_entries)
		hists_give_back(w->rp->hist, first, first + b->nr);
}

/*
 * Return the number of threads that may build rows. With 2, begin_batch() runs beside add_batch(),
 * so the functions of all keys may be called in both threads at the same time.
 */
static uint32_t nr_build_threads(const struct report *rp)
{
	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (!rp->keys[i]->concurrent)
			return 1;
	if (rp->mode != REPORT_NORMAL || rp->parent || rp->history || rp->expr || rp->trace ||
	    rp->types)
		return 1;
	return rep_nr_threads(rp->opts->rows.jobs, rp->hist->nr_entries / ENTRIES_EACH);
}

/*
 * Return true if the keys of a location are hashed so fast that begin_batch(), which has less to do
 * than add_batch(), may hash them for each entry and not only for each new location.
 */
static bool are_tags_cheap(const struct report *rp)
{
	static const char *const cheap[] = { "dso", "symbol", "ipc_null" };

	for (uint32_t i = 0; i < rp->nr_keys; i++) {
		bool found = rp->keys[i]->scope != KEY_LOCATION;

		for (size_t k = 0; k < REP_NR(cheap) && !found; k++)
			found = !strcmp(rp->keys[i]->name, cheap[k]);
		if (!found)
			return false;
	}
	return true;
}

void rows_build(struct report *rp)
{
	const uint32_t nr_threads = nr_build_threads(rp);
	struct build w = { .rp = rp, .batches = mem_alloc(NR_ROW_BATCHES, sizeof(*w.batches)) };

	rp->map = mem_alloc(1, sizeof(*rp->map));
	if (rp->late_chains)
		rp->entry_rows = mem_alloc(rp->hist->nr_entries, sizeof(struct rep_row *));
	if (!w.batches || !rp->map || (rp->late_chains && !rp->entry_rows) ||
	    (rp->trie && !rp->late_chains &&
	     !callgraph_trie_reserve(rp->trie, rp->hist->nr_entries))) {
		free(w.batches);
		report_no_memory(rp);
		return;
	}
	/* Call graphs read the entries of their chains again. */
	w.frees_entries = rp->frees_entries && !rp->trie;
	rp->map->groups.scope = KEY_THREAD;
	rp->map->parts.scope = KEY_LOCATION;
	/* Each location is hashed once if entries share locations. */
	w.tags = nr_threads > 1 && are_tags_cheap(rp) &&
		 rp->hist->nr_entries / 2 < rp->locations.nr;
	rep_run_pipeline(nr_threads, NR_ROW_BATCHES, begin_batch, add_batch, &w);
	rp->samples.nr = w.nr_samples;
	rp->samples.nr_unresolved = w.nr_unresolved;
	if (!report_err(rp))
		rows_sum_frames(rp);
	row_map_forget_index(rp->map);
	for (uint32_t i = 0; i < NR_ROW_BATCHES; i++)
		row_batch_free(&w.batches[i]);
	free(w.batches);
	locations_forget_notes(&rp->locations);
	/* Keys of branches and of data addresses read locations. */
	if (w.frees_entries && rp->mode == REPORT_NORMAL)
		locations_forget_all(&rp->locations);
}

void rows_free(struct report *rp)
{
	free(rp->entry_rows);
	rp->entry_rows = NULL;
	if (rp->map)
		row_map_free(rp->map);
	rp->map = NULL;
}
