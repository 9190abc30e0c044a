/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds rows in several threads without shared tables: the hash of the keys of a location says
 * which thread has its entries, so that two threads never have the same row.
 */
#include "base/jobs.h"
#include "base/memory.h"
#include "common/prefetch.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>

#define SHARDS_MAX 8u

/* Number of hist entries that all shards add before the memory of these entries is given back. */
#define ENTRIES_A_STEP 65536u

struct shard {
	struct row_build build;
	struct report rp; /* a copy of the report, with the rows of the shard */
	uint32_t *groups; /* array indexed by rep_row.group of the shard: the group in the report */
	uint32_t part;	  /* what is added to rep_row.part of the shard's rows */
	uint32_t *joined; /* array indexed by event: number of rows that join_event() has taken */
};

struct shards {
	struct report *rp;
	uint32_t nr;
	uint32_t *tags; /* see row_build.location_tags */
	struct shard all[SHARDS_MAX];
};

/* ---- rows of shards ---------------------------------------------------------------------- */

/* Hash the keys of a part of the locations. These keys depend on nothing but the location. */
static void hash_locations(void *ctx, uint32_t job)
{
	struct shards *s = ctx;
	struct report *rp = s->rp;
	const uint32_t end = (uint32_t)((uint64_t)rp->locations.nr * (job + 1) / s->nr);

	for (uint32_t n = (uint32_t)((uint64_t)rp->locations.nr * job / s->nr); n < end; n++) {
		const struct hist_location *p = &rp->locations.all[n];
		struct rep_row like = { .addr = p->addr };

		row_names(rp, &like, p);
		s->tags[n] = row_index_tag(rp, &rp->map->parts, &like);
	}
}

static void build_shard(void *ctx, uint32_t job)
{
	struct shards *s = ctx;

	rep_run_pipeline(1, 1, rows_begin_batch, rows_add_batch, &s->all[job].build);
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
				       .location_tags = s->tags,
				       .shard = i,
				       .nr_shards = s->nr,
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
	uint32_t part = s->all[0].rp.map->parts.nr;

	for (uint32_t i = 1; i < s->nr; i++) {
		struct shard *d = &s->all[i];

		d->part = part;
		part += d->rp.map->parts.nr;
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

static void add_entries(struct shards *s)
{
	const uint32_t nr = s->rp->hist->nr_entries;

	rep_run_jobs(s->nr, s->nr, hash_locations, s);
	for (uint32_t from = 0, end; from < nr && !report_err(s->rp); from = end) {
		end = nr - from < ENTRIES_A_STEP ? nr : from + ENTRIES_A_STEP;
		for (uint32_t i = 0; i < s->nr; i++) {
			s->all[i].build.next = from;
			s->all[i].build.end = end;
		}
		rep_run_jobs(s->nr, s->nr, build_shard, s);
		if (rows_free_entries(s->rp))
			hists_give_back(s->rp->hist, from, end);
	}
}

void rows_build_shards(struct report *rp, uint32_t nr)
{
	struct shards *s = mem_alloc(1, sizeof(*s));
	bool ok = s != NULL;

	if (s) {
		s->rp = rp;
		s->nr = nr < SHARDS_MAX ? nr : SHARDS_MAX;
		s->tags = mem_alloc(rp->locations.nr + 1u, sizeof(*s->tags));
		ok = s->tags;
	}
	for (uint32_t i = 0; ok && i < s->nr; i++)
		ok = init_shard(s, i);
	if (ok)
		add_entries(s);
	if (!ok || report_err(rp) || !number_shards(s) || !join_shards(s))
		report_no_memory(rp);
	for (uint32_t i = 0; s && i < s->nr; i++)
		free_shard(rp, &s->all[i]);
	if (s)
		free(s->tags);
	free(s);
}
