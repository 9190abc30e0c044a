/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the context of a sample's thread: its comm and maps at the sample's time. */
#include "profile/hist/hists.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "common/prefetch.h"
#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline size_t hist_thread_hash(const struct hist_thread *k)
{
	return hash_mix(k->pid, k->tid) >> 7;
}

PD_HASH_TABLE(hist_thread, struct hist_thread, s->used, s->tid == k->tid && s->pid == k->pid,
	      hist_thread_hash(k))

static bool grow_hist_threads(struct hists *h)
{
	if (mem_check(!hist_thread_grow(&h->threads, &h->threads_mask, 256, 0)))
		return true;
	h->err = -ENOMEM;
	return false;
}

int hists_threads_init(struct hists *h)
{
	h->cap_whos = 256;
	h->whos = mem_alloc(h->cap_whos, sizeof(*h->whos));
	if (!h->whos || !grow_hist_threads(h))
		return -ENOMEM;
	h->last = h->threads;
	return 0;
}

static bool grow_thread_ctxs(struct hists *h)
{
	const uint32_t cap = h->cap_whos * 2;
	struct thread_ctx *whos = mem_grow(h->whos, cap, sizeof(*whos));

	if (!whos) {
		h->err = -ENOMEM;
		return false;
	}
	h->whos = whos;
	h->cap_whos = cap;
	return true;
}

/*
 * Return the index of a thread context, which is added if it is new. perf renames a thread's first
 * comm in place, so samples before the first COMM record count for its name. If memory is
 * exhausted, the result is 0, the first context.
 */
static uint32_t intern_thread_ctx(struct hists *h, const struct pdata_thread_at *at)
{
	uint32_t epoch = at->epoch, n;

	if (hist_spaces_join(&h->spaces, at->pid, at->maps, &epoch))
		h->err = -ENOMEM;
	n = interner_add(&h->who_keys,
			 (const uint32_t[]){ at->pid, at->tid, at->first_index, epoch },
			 4 * sizeof(epoch));
	if (n && n <= h->nr_whos)
		return n - 1;
	if (h->nr_whos && (!n || (h->nr_whos == h->cap_whos && !grow_thread_ctxs(h))))
		return 0;
	h->whos[h->nr_whos] = (struct thread_ctx){ .pid = at->pid,
						   .tid = at->tid,
						   .comm_index = at->first_index,
						   .epoch = epoch,
						   .comm = at->first_comm,
						   .final_comm = at->final_comm,
						   .maps = at->maps };
	return h->nr_whos++;
}

/* Give a thread without a COMM record the name of a thread without a name, ":TID". */
static void name_nobody(struct hists *h, struct pdata_thread_at *at)
{
	char name[16];
	uint32_t n;

	if (at->first_index != UINT32_MAX)
		return;
	if (!at->first_comm[0])
		snprintf(name, sizeof(name), ":%d", (int32_t)at->tid);
	else
		snprintf(name, sizeof(name), "%s", at->first_comm);
	n = interner_add(&h->names, name, (uint32_t)strlen(name) + 1);
	at->first_index = UINT32_MAX - n;
	at->first_comm = at->final_comm = n ? (const char *)h->names.all[n].data : "";
}

uint32_t hist_thread_ctx(struct hists *h, struct pdata_thread_at *at)
{
	name_nobody(h, at);
	return intern_thread_ctx(h, at);
}

/* Return the context that all threads with the comm in @at share; 0 without hists_opts.by_comm. */
static uint32_t intern_thread_name(struct hists *h, const struct pdata_thread_at *at)
{
	const struct pdata_thread_at all = { .pid = HIST_NO_THREAD,
					     .tid = HIST_NO_THREAD,
					     .first_index = at->first_index,
					     .first_comm = at->first_comm,
					     .final_comm = at->final_comm };

	return h->opts.by_comm ? intern_thread_ctx(h, &all) : 0;
}

/*
 * Each thread keeps its last context with the time range for which it is valid. Samples come
 * roughly in order of time, so it is mostly the right one; otherwise pdata_tasks_at() is called.
 */
struct hist_thread *hist_thread_find(struct hists *h, uint32_t pid, uint32_t tid, uint64_t time,
				     uint64_t seq)
{
	const struct hist_thread key = { .pid = pid, .tid = tid };
	struct hist_thread *t = hist_thread_slot(h->threads, h->threads_mask, &key, 0);
	struct pdata_thread_at at;
	uint32_t who;

	if (t->used && hist_thread_holds(t, pid, tid, time))
		return t;
	pdata_tasks_at(h->tasks, pid, tid, time, seq, &at);
	who = hist_thread_ctx(h, &at);
	if (!t->used) {
		if (h->nr_threads * 2 < h->threads_mask) {
			h->nr_threads++;
		} else if (grow_hist_threads(h)) {
			t = hist_thread_slot(h->threads, h->threads_mask, &key, 0);
			h->nr_threads++;
		} else {
			t = &h->spare;
		}
	}
	*t = (struct hist_thread){ .pid = pid,
				   .tid = tid,
				   .who = who,
				   .name = intern_thread_name(h, &at),
				   .from = at.since,
				   .until = at.until,
				   .used = true };
	return t;
}

bool hist_map_find(struct hists *h, struct hist_thread *t, uint64_t ip)
{
	struct pdata_map_at at = { .maps = h->whos[t->who].maps, .addr = ip };

	if (!at.maps)
		return false;
	resolve_user_maps(&at, 1);
	if (!at.map)
		return false;
	t->map = at.map;
	t->map_start = at.start;
	t->map_size = at.end - at.start;
	t->shift = resolve_shift(resolve_object_base(at.map->object), at.map);
	return true;
}

/* ---- maps of many samples ---------------------------------------------------------------- */

/* Addresses whose maps are looked up together. */
#define MAPS_TOGETHER 16u
/* Results that are remembered, because samples of one process often follow each other. */
#define NR_KNOWN 64u

struct known_map {
	const struct pdata_mapset *maps;
	const struct pdata_map *map;
	uint64_t start, size, shift;
};

static struct known_map *known_map_slot(struct known_map *known, const struct pdata_mapset *maps)
{
	return &known[hash_mix((uintptr_t)maps, 0) >> 7 & (NR_KNOWN - 1)];
}

/* Look up the @nr addresses at[i], and set the object addresses of the samples asked[i]. */
static void find_object_addresses(struct known_map *known, struct hist_pending **asked,
				  struct pdata_map_at *at, uint32_t nr)
{
	resolve_user_maps(at, nr);
	for (uint32_t i = 0; i < nr; i++) {
		struct known_map *m = known_map_slot(known, at[i].maps);

		if (!at[i].map)
			continue;
		*m = (struct known_map){
			.maps = at[i].maps,
			.map = at[i].map,
			.start = at[i].start,
			.size = at[i].end - at[i].start,
			.shift = resolve_shift(resolve_object_base(at[i].map->object), at[i].map)
		};
		hist_pending_set_object(asked[i], m->map, m->shift);
	}
}

void hist_keys_find_maps(struct hist_pending *keys, uint32_t nr)
{
	struct known_map known[NR_KNOWN] = { 0 };
	struct hist_pending *asked[MAPS_TOGETHER];
	struct pdata_map_at at[MAPS_TOGETHER];
	uint32_t n = 0;

	for (struct hist_pending *w = keys; w < keys + nr; w++) {
		const struct known_map *m = known_map_slot(known, w->maps);

		if (!w->maps)
			continue;
		if (m->maps == w->maps && w->k.ip - m->start < m->size) {
			hist_pending_set_object(w, m->map, m->shift);
			continue;
		}
		asked[n] = w;
		at[n++] = (struct pdata_map_at){ .maps = w->maps, .addr = w->k.ip };
		if (n == MAPS_TOGETHER) {
			find_object_addresses(known, asked, at, n);
			n = 0;
		}
	}
	find_object_addresses(known, asked, at, n);
}

/* ---- prefetching ------------------------------------------------------------------------- */

#define THREAD_STEPS 2u
#define MAPS_STEPS 4u

/* Each step reads what the step before has prefetched. */
static void prefetch_hist_thread(const struct hists *h, const struct pdata_sample_head *s,
				 unsigned step)
{
	const struct hist_thread key = { .pid = s->pid, .tid = s->tid };
	const struct pdata_mapset *maps;
	const struct hist_thread *t;

	if (!step) {
		pd_prefetch(&h->threads[hist_thread_hash(&key) & h->threads_mask]);
		return;
	}
	t = hist_thread_slot(h->threads, h->threads_mask, &key, 0);
	if (!t->used || s->ip - t->map_start < t->map_size)
		return;
	if (step == 1) {
		pd_prefetch(&h->whos[t->who].maps);
		return;
	}
	maps = h->whos[t->who].maps;
	if (maps && step == 2)
		pd_prefetch(maps);
	else if (maps)
		pdata_mapset_prefetch(maps);
}

void hists_prefetch_threads(const struct hists *h, const struct pdata_sample_head *heads,
			    uint32_t nr, bool maps)
{
	const unsigned steps = maps ? MAPS_STEPS : THREAD_STEPS;

	if (!h->opts.in_objects || h->nr_threads < PD_PREFETCH_THREADS)
		return;
	for (unsigned step = 0; step < steps; step++)
		for (uint32_t i = 0; i < nr; i++)
			if ((heads[i].misc & PDATA_MISC_CPUMODE) == PDATA_CPUMODE_USER)
				prefetch_hist_thread(h, &heads[i], step);
}
