/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds rows in several threads without shared tables: the hash of the keys of a location says
 * which thread has its entries, so that two threads never have the same row.
 */
#include "base/jobs.h"
#include "base/memory.h"
#include "base/radix_sort.h"
#include "common/prefetch.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

#define THREADS_MAX 8u
#define SHARDS_MAX 64u

/*
 * Number of hist entries of a round, if there are several rounds. A round has more entries if
 * SHARDS_MAX limits the number of rounds.
 */
#define ENTRIES_A_ROUND (3u << 16)

/* Number of hist entries that all shards add before the memory of these entries is given back. */
#define ENTRIES_A_STEP 65536u

struct shard {
	struct row_build build;
	struct report rp; /* a copy of the report, with the rows of the shard */
	uint32_t *groups; /* array indexed by rep_row.group of the shard: the group in the report */
	uint32_t nr_parts; /* values of rep_row.part in the shard are lower than this number */
	uint32_t part;	   /* what is added to rep_row.part of the shard's rows */
	uint32_t *joined;  /* array indexed by event: number of rows that join_event() has taken */
};

struct shards {
	struct report *rp;
	uint32_t nr_threads;
	uint32_t nr;	/* number of shards: @nr_threads for each round */
	uint32_t *tags; /* see row_build.entry_tags */
	/*
	 * while hash_entries() runs: hashes of @nr_items locations or, with
	 * report.entries_resolved, hist entries
	 */
	uint32_t *item_tags, nr_items;
	/*
	 * With several rounds, hists.entries has the entries of shard i from the index starts[i] to
	 * starts[i + 1] - 1.
	 */
	uint32_t starts[SHARDS_MAX + 1];
	uint32_t first; /* first shard of the round */
	struct shard all[SHARDS_MAX];
};

/* Return true if the entries are sorted by shard, and each thread has one shard in each round. */
static bool has_rounds(const struct shards *s)
{
	return s->nr > s->nr_threads;
}

/* ---- hist entries of shards -------------------------------------------------------------- */

/*
 * Hash the keys of a part of the locations, or of the entries that stand for all entries of an
 * address. These keys depend on nothing but the location.
 */
static void hash_items(void *ctx, uint32_t job)
{
	struct shards *s = ctx;
	struct report *rp = s->rp;
	const struct hists *h = rp->hist;
	const uint32_t end = rep_first_of_job(s->nr_items, job + 1, s->nr_threads);

	for (uint32_t i = rep_first_of_job(s->nr_items, job, s->nr_threads); i < end; i++) {
		struct hist_location p;
		struct rep_row like;

		if (rp->entries_resolved && h->firsts[i].same != i)
			continue;
		p = rp->entries_resolved ? hist_entry_location(h, i) : rp->locations.all[i];
		like = (struct rep_row){ .addr = p.addr };
		row_names(rp, &like, &p);
		s->item_tags[i] = row_index_tag(rp, &rp->map->parts, &like);
	}
}

static void set_entry_tags(void *ctx, uint32_t job)
{
	struct shards *s = ctx;
	const struct hists *h = s->rp->hist;
	const uint32_t end = rep_first_of_job(h->nr_entries, job + 1, s->nr_threads);

	for (uint32_t i = rep_first_of_job(h->nr_entries, job, s->nr_threads); i < end; i++) {
		const uint32_t item = s->rp->entries_resolved ? h->firsts[i].same
							      : h->entries[i].location;

		if (s->tags + i != s->item_tags + item)
			s->tags[i] = s->item_tags[item];
	}
}

/* Set @s->tags. Return: false if memory is exhausted. */
static bool hash_entries(struct shards *s)
{
	const struct report *rp = s->rp;
	bool ok;

	s->nr_items = rp->entries_resolved ? rp->hist->nr_entries : rp->locations.nr;
	s->tags = mem_big_alloc(rp->hist->nr_entries, sizeof(*s->tags));
	s->item_tags = rp->entries_resolved ? s->tags
					    : mem_big_alloc(s->nr_items, sizeof(*s->item_tags));
	ok = s->tags && s->item_tags;
	if (ok) {
		rep_run_jobs(s->nr_threads, s->nr_threads, hash_items, s);
		rep_run_jobs(s->nr_threads, s->nr_threads, set_entry_tags, s);
	}
	if (s->item_tags != s->tags)
		free(s->item_tags);
	return ok;
}

static void swap_entries(struct shards *s, uint32_t a, uint32_t b)
{
	struct hists *h = s->rp->hist;
	const struct hist_entry entry = h->entries[a];
	const struct hist_entry_first first = h->firsts[a];
	const uint32_t tag = s->tags[a];

	h->entries[a] = h->entries[b];
	h->firsts[a] = h->firsts[b];
	s->tags[a] = s->tags[b];
	h->entries[b] = entry;
	h->firsts[b] = first;
	s->tags[b] = tag;
}

/*
 * Put the entries of each shard together, in any order. hist_entry_first.number keeps the order
 * that they had.
 */
static void sort_entries_by_shard(struct shards *s)
{
	struct hists *h = s->rp->hist;
	uint32_t next[SHARDS_MAX];

	for (uint32_t i = 0; i < h->nr_entries; i++) {
		s->starts[row_shard(s->tags[i], s->nr) + 1]++;
		h->firsts[i].number = i;
	}
	for (uint32_t k = 0; k < s->nr; k++) {
		s->starts[k + 1] += s->starts[k];
		next[k] = s->starts[k];
	}
	for (uint32_t k = 0; k < s->nr; k++)
		while (next[k] < s->starts[k + 1]) {
			const uint32_t of = row_shard(s->tags[next[k]], s->nr);

			if (of != k)
				swap_entries(s, next[k], next[of]);
			next[of]++;
		}
}

/* ---- rows of shards ---------------------------------------------------------------------- */

static void build_shard(void *ctx, uint32_t job)
{
	struct shards *s = ctx;

	rep_run_pipeline(1, 1, rows_begin_batch, rows_add_batch, &s->all[s->first + job].build);
}

/* Return copies of the events, without rows and sums; NULL: memory is exhausted. */
static struct event_rows *events_without_rows(const struct report *rp)
{
	struct event_rows *ev = mem_alloc(rp->nr_ev, sizeof(*ev));

	for (uint32_t e = 0; ev && e < rp->nr_ev; e++)
		ev[e] = (struct event_rows){ .event = rp->ev[e].event, .name = rp->ev[e].name };
	return ev;
}

static bool init_shard(struct shards *s, uint32_t i)
{
	struct shard *d = &s->all[i];

	d->rp = *s->rp;
	d->rp.ev = events_without_rows(s->rp);
	d->rp.map = i ? row_map_new() : s->rp->map;
	d->joined = mem_alloc(s->rp->nr_ev, sizeof(*d->joined));
	if (i)
		s->all[i - 1].rp.map->next = d->rp.map;
	d->build = (struct row_build){ .rp = &d->rp,
				       .entry_tags = s->tags,
				       .shard = i,
				       .nr_shards = s->nr,
				       .sorted = has_rounds(s),
				       .batches = mem_alloc(1, sizeof(*d->build.batches)) };
	return d->rp.ev && d->rp.map && d->joined && d->build.batches;
}

static void free_shard(const struct report *rp, struct shard *d)
{
	for (uint32_t e = 0; d->rp.ev && e < rp->nr_ev; e++)
		free(d->rp.ev[e].rows);
	free(d->rp.ev);
	free(d->groups);
	free(d->joined);
	free(d->build.batches);
}

/* ---- the rows of all shards -------------------------------------------------------------- */

/* Prepare the numbers that distinguish the rows of one shard from those of the others. */
static bool number_shards(struct shards *s)
{
	uint32_t part = s->all[0].nr_parts;

	for (uint32_t i = 1; i < s->nr; i++) {
		struct shard *d = &s->all[i];

		d->part = part;
		part += d->nr_parts;
		d->groups = row_map_groups(s->rp, d->rp.map);
		if (!d->groups)
			return false;
	}
	return true;
}

/* Rows of a shard are prefetched this far ahead: other threads have written most of them. */
#define JOINED_AHEAD 16u

/* Take the row of event @e that comes next in the order of hist entries. NULL: all are taken. */
static struct rep_row *next_row(struct shards *s, uint32_t e)
{
	struct shard *from = NULL;
	struct rep_row *row = NULL;

	for (uint32_t i = 0; i < s->nr; i++) {
		struct shard *d = &s->all[i];
		const struct event_rows *ev = &d->rp.ev[e];

		if (d->joined[e] == ev->nr || (row && row->mark < ev->rows[d->joined[e]]->mark))
			continue;
		from = d;
		row = ev->rows[d->joined[e]];
	}
	if (!from)
		return NULL;
	from->joined[e]++;
	if (from->joined[e] + JOINED_AHEAD < from->rp.ev[e].nr)
		pd_prefetch_write(from->rp.ev[e].rows[from->joined[e] + JOINED_AHEAD]);
	if (from->groups) {
		row->group = from->groups[row->group];
		row->part += from->part;
	}
	return row;
}

static bool join_event(struct shards *s, uint32_t e)
{
	struct event_rows *ev = &s->rp->ev[e];
	struct rep_row *row;

	for (uint32_t i = 0; i < s->nr; i++) {
		const struct event_rows *d = &s->all[i].rp.ev[e];

		ev->cap += d->nr;
		ev->nr_samples += d->nr_samples;
		ev->period += d->period;
		ev->period_passed += d->period_passed;
		ev->latency += d->latency;
	}
	ev->rows = mem_big_alloc(ev->cap, sizeof(struct rep_row *));
	if (!ev->rows)
		return false;
	while ((row = next_row(s, e)))
		ev->rows[ev->nr++] = row;
	return true;
}

static bool join_shards(struct shards *s)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		s->rp->samples.nr += s->all[i].build.nr_samples;
		s->rp->samples.nr_unresolved += s->all[i].build.nr_unresolved;
	}
	for (uint32_t e = 0; e < s->rp->nr_ev; e++)
		if (!join_event(s, e))
			return false;
	return true;
}

/* Add the entries from index @from to @end - 1 to the shards of the round. */
static void add_entries(struct shards *s, uint32_t from, uint32_t end)
{
	for (uint32_t i = 0; i < s->nr_threads; i++) {
		struct row_build *w = &s->all[s->first + i].build;

		w->next = has_rounds(s) ? s->starts[s->first + i] : from;
		w->end = has_rounds(s) ? s->starts[s->first + i + 1] : end;
	}
	rep_run_jobs(s->nr_threads, s->nr_threads, build_shard, s);
	if (rows_free_entries(s->rp))
		hists_give_back(s->rp->hist, from, end);
}

/*
 * Put the rows of a shard whose entries were sorted by shard in the order of rep_row.mark, which
 * is that of entries. The list is allocated by this thread, in its final size: malloc does not
 * return to the kernel what other threads free in their own arenas. Return: false if memory is
 * exhausted.
 */
static bool order_rows(struct event_rows *ev)
{
	struct rep_row **rows = mem_big_alloc(ev->nr, sizeof(struct rep_row *));
	struct radix_item *a = mem_big_alloc(ev->nr, 2 * sizeof(*a)), *sorted;
	const bool ok = rows && a;

	for (uint32_t i = 0; ok && i < ev->nr; i++)
		a[i] = (struct radix_item){ ev->rows[i]->mark, i };
	if (ok) {
		sorted = radix_sort(a, a + ev->nr, ev->nr);
		for (uint32_t i = 0; i < ev->nr; i++)
			rows[i] = ev->rows[sorted[i].number];
		free(ev->rows);
		ev->rows = rows;
		ev->cap = ev->nr;
	} else {
		free(rows);
	}
	free(a);
	return ok;
}

/*
 * Free what only further entries of the shards of the round would need. With rounds, put the rows
 * in order.
 */
static void complete_round(struct shards *s)
{
	for (uint32_t i = s->first; i < s->first + s->nr_threads; i++) {
		struct shard *d = &s->all[i];

		d->nr_parts = d->rp.map->parts.nr;
		row_map_forget_parts(d->rp.map);
		for (uint32_t e = 0; has_rounds(s) && e < s->rp->nr_ev; e++)
			if (!order_rows(&d->rp.ev[e]))
				report_no_memory(s->rp);
	}
}

/* Each round has @s->nr_threads shards. */
static void add_entries_in_rounds(struct shards *s)
{
	sort_entries_by_shard(s);
	mem_trim();
	for (s->first = 0; s->first < s->nr && !report_err(s->rp); s->first += s->nr_threads) {
		for (uint32_t i = s->first; s->first && i < s->first + s->nr_threads; i++)
			row_map_take_rows(s->all[i].rp.map, s->all[i - s->nr_threads].rp.map);
		add_entries(s, s->starts[s->first], s->starts[s->first + s->nr_threads]);
		complete_round(s);
		/*
		 * Without this, the next block of rows could get the indexes' memory, all of which
		 * is in use, while a new block uses only the pages that its rows fill.
		 */
		mem_trim();
	}
}

static void add_entries_in_steps(struct shards *s)
{
	const uint32_t nr = s->rp->hist->nr_entries;

	for (uint32_t from = 0, end; from < nr && !report_err(s->rp); from = end) {
		end = nr - from < ENTRIES_A_STEP ? nr : from + ENTRIES_A_STEP;
		add_entries(s, from, end);
	}
	complete_round(s);
}

static uint32_t nr_rounds(const struct report *rp, uint32_t nr_threads)
{
	const uint32_t nr = rp->hist->nr_entries / ENTRIES_A_ROUND + 1;

	if (!rp->entries_resolved || rp->hist->nr_entries < ROWS_ENTRIES_IN_ROUNDS)
		return 1;
	return nr < SHARDS_MAX / nr_threads ? nr : SHARDS_MAX / nr_threads;
}

void rows_build_shards(struct report *rp, uint32_t nr_threads)
{
	struct shards *s = mem_alloc(1, sizeof(*s));
	bool ok = s != NULL;

	if (s) {
		s->rp = rp;
		s->nr_threads = nr_threads < THREADS_MAX ? nr_threads : THREADS_MAX;
		s->nr = s->nr_threads * nr_rounds(rp, s->nr_threads);
	}
	ok = ok && hash_entries(s);
	for (uint32_t i = 0; ok && i < s->nr; i++)
		ok = init_shard(s, i);
	if (ok) {
		if (has_rounds(s))
			add_entries_in_rounds(s);
		else
			add_entries_in_steps(s);
		free(s->tags);
		s->tags = NULL;
	}
	if (!ok || report_err(rp) || !number_shards(s) || !join_shards(s))
		report_no_memory(rp);
	for (uint32_t i = 0; s && i < s->nr; i++)
		free_shard(rp, &s->all[i]);
	if (s)
		free(s->tags);
	free(s);
}
