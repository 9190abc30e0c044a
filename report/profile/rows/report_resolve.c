/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves the addresses of a report before its rows are built: collects the addresses of all hist
 * entries in the order in which rows are built, then resolves them in bulk.
 */
#include "profile/rows/report_resolve.h"

#include "base/jobs.h"
#include "base/memory.h"
#include "common/prefetch.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/rows/rows.h"

#include <stdlib.h>

/* Order by first sample: perf's names of inlined functions depend on which it resolves first. */
static int compare_entry_first(const void *x, const void *y)
{
	const struct hist_entry *a = x, *b = y;

	if (a->first_time != b->first_time)
		return a->first_time < b->first_time ? -1 : 1;
	return a->first_seq < b->first_seq ? -1 : a->first_seq > b->first_seq;
}

/* Mark location @n as that of a row's own samples, not only of a frame. */
static void mark_own(struct report *rp, uint32_t n)
{
	rp->locations.all[n].own = true;
}

/* The address space in which a chain was collected last, and what a replay of it needs. */
struct chain_note {
	uint32_t epoch, note;
	bool known;
};

/*
 * Collect the locations of an entry's chain. Entries with one chain in one address space have the
 * same locations. @notes: by number of the chain, or NULL.
 */
static void collect_chain(struct report *rp, struct hist_entry *entry, struct chain_note *notes)
{
	const uint32_t epoch = rp->hist->whos[entry->who].epoch;
	struct chain_note *n = notes ? &notes[entry->chain] : NULL;

	if (n && n->known && n->epoch == epoch) {
		entry->note = n->note;
		return;
	}
	chain_collect(rp, entry);
	if (n)
		*n = (struct chain_note){ .epoch = epoch, .note = entry->note, .known = true };
}

static void collect_entry(struct report *rp, uint32_t i, struct chain_note *notes)
{
	struct hists *h = rp->hist;
	struct hist_entry *entry = &h->entries[i];
	const struct hist_extra *x = hist_extra(h, entry->extra);
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(h, i);
	struct locations *p = &rp->locations;

	p->entry = i;
	if (row_entry_has_chain(rp, entry))
		collect_chain(rp, entry, notes);
	mark_own(rp, hist_entry_collect(p, h, i));
	if (rp->mode == REPORT_MEM) {
		location_collect_any(p, &at, entry->ip);
		location_collect(p, &at, hist_entry_cpumode(entry), x->addr);
	} else if (rp->mode == REPORT_BRANCH) {
		mark_own(rp, location_collect_any(p, &at, x->from));
		mark_own(rp, location_collect_any(p, &at, x->to));
	}
}

/* The steps of prefetching the chain of an entry are this many entries apart. */
#define STEP_APART 3u

/* Prefetch for the entries after entry @i. */
static void prefetch_entries(const struct report *rp, uint32_t i)
{
	const struct hists *h = rp->hist;

	if (i + 4 * ROWS_AHEAD < h->nr_entries) {
		pd_prefetch(&h->entries[i + 4 * ROWS_AHEAD]);
		if (h->opts.in_objects)
			pd_prefetch(&h->firsts[i + 4 * ROWS_AHEAD]);
	}
	if (i + 2 * ROWS_AHEAD < h->nr_entries)
		hist_entry_prefetch(&rp->locations, h, i + 2 * ROWS_AHEAD, 0);
	if (i + ROWS_AHEAD < h->nr_entries)
		hist_entry_prefetch(&rp->locations, h, i + ROWS_AHEAD, 1);
	for (uint32_t step = 0; h->opts.chains && step < CHAIN_PREFETCH_STEPS; step++) {
		const uint32_t n = i + (CHAIN_PREFETCH_STEPS - step) * STEP_APART;

		if (n < h->nr_entries && row_entry_has_chain(rp, &h->entries[n]))
			chain_prefetch(rp, &h->entries[n], step);
	}
}

static enum location_lines lines_wanted(const struct report *rp)
{
	return rp->chain.by_line || (rp->has_lines && rp->children) ? LOCATION_LINES
	       : rp->has_lines					    ? LOCATION_LINES_OWN
								    : LOCATION_NO_LINES;
}

/* ---- threads ----------------------------------------------------------------------------- */

/* A thread collects the locations of at least this many hist entries. */
#define ENTRIES_EACH 20000u

/* The hist entries that one thread collects: @from to @end - 1. */
struct collecting {
	/* the report of the first thread; of another thread, a copy with locations of its own */
	struct report *rp, part;
	uint32_t from, end;
	bool left_out; /* some entries were left out */
};

static void collect_entries(void *ctx, uint32_t job)
{
	struct collecting *c = (struct collecting *)ctx + job;
	struct hists *h = c->rp->hist;
	struct chain_note *notes = h->chains.nr ? mem_alloc(h->chains.nr, sizeof(*notes)) : NULL;

	if (c->rp->mode == REPORT_NORMAL && !h->opts.branches)
		locations_defer_maps(&c->rp->locations);
	for (uint32_t i = c->from; i < c->end; i++) {
		/* Not report_err(), which also looks at symbols that another job may load. */
		if (i % ROWS_LOOK == 0 && locations_err(&c->rp->locations))
			break;
		prefetch_entries(c->rp, i);
		if (row_entry_is_left_out(c->rp, &h->entries[i]))
			c->left_out = true;
		else
			collect_entry(c->rp, i, notes);
	}
	if (c->rp->locations.defers_maps)
		locations_find_maps(&c->rp->locations);
	free(notes);
}

/*
 * Reserve a location for each entry, and with chains another one for a caller, because few entries
 * have the same location. If entries are distinguished by thread and have addresses in objects, the
 * threads share locations, and half as many are enough.
 */
static void reserve_locations(struct collecting *c)
{
	const struct hists_opts *o = &c->rp->hist->opts;
	const uint64_t nr = c->from ? c->end - c->from : c->rp->hist->nr_entries;

	if (!report_err(c->rp))
		locations_reserve(&c->rp->locations, o->chains			    ? 2 * nr
						     : o->in_objects && !o->by_comm ? nr / 2
										    : nr);
}

static uint32_t nr_collect_threads(const struct report *rp)
{
	/* Without chains, merging the locations of two threads takes longer than a thread gains. */
	if (rp->mode != REPORT_NORMAL || !rp->hist->opts.chains || rp->hist->opts.branches ||
	    rp->hist->unwound || rp->opts->in.inline_all || rp->history)
		return 1;
	return rep_nr_threads(rp->opts->rows.jobs, rp->hist->nr_entries / ENTRIES_EACH);
}

/* Collect the locations of all hist entries. Return true if some entries were left out. */
static bool collect_all(struct report *rp)
{
	const uint32_t nr = nr_collect_threads(rp);
	struct collecting *c = mem_alloc(nr, sizeof(*c));
	bool left_out = false;

	if (!c) {
		report_no_memory(rp);
		return false;
	}
	for (uint32_t i = 0; i < nr; i++) {
		c[i].rp = i ? &c[i].part : rp;
		c[i].from = rep_first_of_job(rp->hist->nr_entries, i, nr);
		c[i].end = rep_first_of_job(rp->hist->nr_entries, i + 1, nr);
		c[i].part = *rp;
		if (i && locations_init_part(&c[i].part.locations, &rp->locations))
			report_no_memory(rp);
		reserve_locations(&c[i]);
	}
	if (!report_err(rp))
		rep_run_jobs(nr, nr, collect_entries, c);
	for (uint32_t i = 0; i < nr; i++) {
		left_out |= c[i].left_out;
		if (i)
			locations_add_part(&rp->locations, &c[i].part.locations, rp->hist,
					   c[i].from, c[i].end);
	}
	free(c);
	return left_out;
}

void report_resolve(struct report *rp)
{
	struct hists *h = rp->hist;
	bool left_out;

	rp->locations.wishes = (struct location_wishes){
		.classes = (rp->trie && !rp->late_chains) || rp->children,
		.lines = lines_wanted(rp),
		.jobs = rp->opts->rows.jobs,
	};
	if (rows_need_no_locations(rp)) {
		hist_entries_resolve(&rp->locations, h);
		rp->entries_resolved = true;
		return;
	}
	if (h->nr_entries && h->unwound && rp->opts->in.inline_frames)
		qsort(h->entries, h->nr_entries, sizeof(*h->entries), compare_entry_first);
	left_out = collect_all(rp);
	if (report_err(rp))
		return;
	/* Entries without a row still count in the message about unresolved samples. */
	for (uint32_t i = 0; left_out && i < h->nr_entries; i++)
		hist_entry_collect(&rp->locations, h, i);
	locations_resolve(&rp->locations);
	if (rp->mode == REPORT_NORMAL && !rp->history && !rp->late_chains)
		locations_forget_index(&rp->locations);
}
