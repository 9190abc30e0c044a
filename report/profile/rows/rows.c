/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds the rows of a report from resolved hist entries, in one thread or several. */
#include "base/array.h"
#include "base/jobs.h"
#include "base/memory.h"
#include "profile/keys/key_table.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>
#include <string.h>

/* Rows are built in several threads if there are at least this many hist entries for each. */
#define ENTRIES_EACH 10000u

/* With this many rows, it is worth the time to give the free memory of the heap back. */
#define ROWS_TO_TRIM 50000u

/*
 * Return the number of threads that may build rows. With more than one, the functions of all keys
 * may be called in several threads at the same time.
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
 * Return true if the keys of a location are hashed fast, and depend on nothing but the location.
 * rows_begin_batch(), which has less to do than rows_add_batch(), may then hash them for each entry
 * and not only for each new location.
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

bool rows_need_no_locations(const struct report *rp)
{
	return rows_free_entries(rp) && rp->hist->opts.in_objects && are_tags_cheap(rp) &&
	       !rp->parent && !rp->history && !rp->expr && !rp->trace && !rp->types;
}

/* Build rows in up to two threads: rows_begin_batch() runs beside rows_add_batch(). */
static void build_in_stages(struct report *rp, uint32_t nr_threads)
{
	struct row_build w = { .rp = rp,
			       .end = rp->hist->nr_entries,
			       .batches = mem_alloc(NR_ROW_BATCHES, sizeof(*w.batches)) };

	if (!w.batches ||
	    (rp->trie && !rp->late_chains && !callgraph_trie_reserve(rp->trie, w.end))) {
		free(w.batches);
		report_no_memory(rp);
		return;
	}
	/* Each location is hashed once if entries share locations. */
	w.tags = nr_threads > 1 && are_tags_cheap(rp) && w.end / 2 < rp->locations.nr;
	rep_run_pipeline(nr_threads, NR_ROW_BATCHES, rows_begin_batch, rows_add_batch, &w);
	rp->samples.nr = w.nr_samples;
	rp->samples.nr_unresolved = w.nr_unresolved;
	for (uint32_t i = 0; i < NR_ROW_BATCHES; i++)
		row_batch_free(&w.batches[i]);
	free(w.batches);
}

static uint64_t nr_rows(const struct report *rp)
{
	uint64_t nr = 0;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		nr += rp->ev[e].nr;
	return nr;
}

void rows_build(struct report *rp)
{
	const uint32_t nr_threads = nr_build_threads(rp);
	/* The trie of call graphs has one writer, so entries with chains are not sharded. */
	const bool shards = nr_threads > 1 && are_tags_cheap(rp) && !rp->children &&
			    !(rp->trie && !rp->late_chains);

	rp->map = row_map_new();
	if (rp->late_chains)
		rp->entry_rows = mem_alloc(rp->hist->nr_entries, sizeof(struct rep_row *));
	if (!rp->map || (rp->late_chains && !rp->entry_rows)) {
		report_no_memory(rp);
		return;
	}
	if (shards || (rp->entries_resolved && rp->hist->nr_entries >= ROWS_ENTRIES_IN_ROUNDS))
		rows_build_shards(rp, nr_threads);
	else
		build_in_stages(rp, nr_threads);
	if (!report_err(rp))
		rows_sum_frames(rp);
	row_map_forget_index(rp->map);
	locations_forget_notes(&rp->locations);
	/* Keys of branches and of data addresses read locations. */
	if (rows_free_entries(rp) && rp->mode == REPORT_NORMAL)
		locations_forget_all(&rp->locations);
	/* Sorting and printing need large tables, for which the holes in the heap are too small. */
	if (nr_rows(rp) >= ROWS_TO_TRIM)
		mem_trim();
}

void rows_free(struct report *rp)
{
	free(rp->entry_rows);
	rp->entry_rows = NULL;
	if (rp->map)
		row_map_free(rp->map);
	rp->map = NULL;
}
