/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds samples to hist entries by key, a batch at a time, so that memory can be prefetched. */
#include "base/array.h"
#include "common/prefetch.h"
#include "profile/hist/hists.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

/*
 * Handle exhausted memory: set cap_entries to nr_entries, so that the next entry calls
 * grow_entries().
 */
static void entries_failed(struct hists *h)
{
	h->err = -ENOMEM;
	h->cap_entries = h->nr_entries;
}

static bool same_key(const struct hist_entry *a, const struct hist_entry *b)
{
	return a->ip == b->ip && a->who == b->who && a->chain == b->chain && a->extra == b->extra &&
	       a->event_mode == b->event_mode;
}

PD_HASH_INDEX(hist_entry, struct hists, struct hist_entry, same_key(&o->entries[n - 1], k))

static uint32_t entry_tag(const struct hist_entry *k)
{
	const uint64_t x = hash_mix(k->ip, (uint64_t)k->who << 32 | k->chain);

	return (uint32_t)(hash_mix(x, (uint64_t)k->extra << 32 | k->event_mode) >> 32);
}

struct hist_entry *hists_find_entry(struct hists *h, const struct hist_entry *k)
{
	const uint32_t n = (uint32_t)*hist_entry_slot(&h->index, entry_tag(k), h, k);

	return n ? &h->entries[n - 1] : NULL;
}

/*
 * From this many entries on, the arrays grow by the factor 4 instead of 2: each growth copies them,
 * and memory that no entry needs is never touched. 32-bit machines lack the address space for that.
 */
#define ENTRIES_TO_GROW_FAST (sizeof(void *) == 8 ? 1u << 18 : UINT32_MAX)

static uint32_t larger_cap(uint32_t cap)
{
	if (cap >= UINT32_MAX / 4)
		return UINT32_MAX;
	return !cap ? 1024 : cap >= ENTRIES_TO_GROW_FAST ? cap * 4 : cap * 2;
}

static bool grow_entries(struct hists *h)
{
	const uint32_t cap = larger_cap(h->cap_entries);
	struct hist_entry *entries = h->err ? NULL : mem_grow(h->entries, cap, sizeof(*entries));
	struct hist_entry_first *firsts = NULL;

	if (entries)
		h->entries = entries;
	if (entries && h->opts.in_objects)
		firsts = mem_grow(h->firsts, cap, sizeof(*firsts));
	if (firsts)
		h->firsts = firsts;
	if (!entries || (h->opts.in_objects && !firsts)) {
		entries_failed(h);
		return false;
	}
	h->cap_entries = cap;
	return true;
}

void hists_give_back(struct hists *h, size_t from, size_t to)
{
	mem_give_back(h->entries, from * sizeof(*h->entries), to * sizeof(*h->entries));
	if (h->firsts)
		mem_give_back(h->firsts, from * sizeof(*h->firsts), to * sizeof(*h->firsts));
}

void hists_reserve(struct hists *h, uint64_t nr_samples)
{
	uint32_t cap_firsts = h->cap_entries, cap = h->cap_entries;

	if (!mem_reserve(&h->entries, &cap, nr_samples, sizeof(*h->entries)) ||
	    (h->opts.in_objects &&
	     !mem_reserve(&h->firsts, &cap_firsts, cap, sizeof(*h->firsts))) ||
	    !mem_check(!pd_hash_index_reserve(&h->index, cap / 2)))
		entries_failed(h);
	else
		h->cap_entries = cap;
}

static void add_hist_entry(struct hists *h, const struct hist_pending *w, uint64_t *slot)
{
	if (h->nr_entries == h->cap_entries && !grow_entries(h))
		return;
	h->entries[h->nr_entries] = w->k;
	if (h->opts.in_objects)
		h->firsts[h->nr_entries] = w->first;
	*slot = pd_hash_index_entry(w->tag, ++h->nr_entries);
	if (!mem_check(!pd_hash_index_grow(&h->index, h->nr_entries, 4096)))
		entries_failed(h);
}

static void merge_into_entry(struct hists *h, uint32_t n, const struct hist_pending *w)
{
	struct hist_entry *s = &h->entries[n];

	s->nr += w->k.nr;
	s->period += w->k.period;
	if (w->k.first_time > s->first_time ||
	    (w->k.first_time == s->first_time && w->k.first_seq >= s->first_seq))
		return;
	s->first_time = w->k.first_time;
	s->first_seq = w->k.first_seq;
	if (h->opts.in_objects)
		h->firsts[n] = w->first;
}

/* Store that the sample of the record @seq was added to the entry with index @n - 1. */
static void note_entry(struct hists *h, uint64_t seq, uint32_t n)
{
	if (seq < UINT32_MAX &&
	    mem_room_zeroed(&h->entry_of, &h->cap_entry_of, (uint32_t)seq, sizeof(*h->entry_of)))
		h->entry_of[seq] = n;
	else
		h->err = -ENOMEM;
}

/* Add a pending sample to the entry with the same key. */
static void add_pending_to_entry(struct hists *h, const struct hist_pending *w)
{
	uint64_t *slot = hist_entry_slot(&h->index, w->tag, h, &w->k);
	const uint32_t n = (uint32_t)*slot;

	if (n)
		merge_into_entry(h, n - 1, w);
	else
		add_hist_entry(h, w, slot);
	if (h->opts.notes_entries)
		note_entry(h, w->k.seq, n ? n : h->nr_entries);
}

/* Set k.chain of the pending samples whose chains have no number yet. */
static void number_chains(struct hists *h)
{
	for (unsigned step = 0; step < INTERNER_STEPS; step++)
		for (uint32_t i = 0; i < h->nr_batch; i++)
			if (h->batch[i].chain)
				interner_prefetch(&h->chains, h->batch[i].chain_tag, step);
	for (uint32_t i = 0; i < h->nr_batch; i++) {
		struct hist_pending *w = &h->batch[i];

		if (w->chain && w->chain_kept)
			w->k.chain = interner_put_nocopy(&h->chains, w->chain, w->chain_len,
							 w->chain_tag);
		else if (w->chain)
			w->k.chain = interner_put(&h->chains, w->chain, w->chain_len, w->chain_tag);
	}
	h->nr_pending = 0;
}

int hists_err(const struct hists *h)
{
	const struct interner *all[] = { &h->who_keys, &h->chains, &h->chain_threads,
					 &h->extras,   &h->raws,   &h->names };
	int err = h->err;

	for (size_t i = 0; i < REP_NR(all) && !err; i++)
		err = all[i]->err;
	if (!err)
		err = read_group_err(h->groups);
	return err ? err : cgroups_err(&h->cgroups);
}

/* Add up to HIST_BATCH samples to entries. */
static void add_batch(struct hists *h, struct hist_pending *batch, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		batch[i].tag = entry_tag(&batch[i].k);
		pd_prefetch(&h->index.slots[batch[i].tag & h->index.mask]);
	}
	for (uint32_t i = 0; i < nr; i++) {
		uint64_t e = h->index.slots[batch[i].tag & h->index.mask];

		if (e)
			pd_prefetch_write(&h->entries[(uint32_t)e - 1]);
	}
	for (uint32_t i = 0; i < nr; i++)
		add_pending_to_entry(h, &batch[i]);
}

void hists_finish(struct hists *h)
{
	if (h->opts.chains)
		number_chains(h);
	if (h->opts.each) {
		h->opts.each(h->opts.each_ctx, h->samples, h->batch, h->nr_batch);
		h->nr_batch = 0;
		h->err = hists_err(h);
		return;
	}
	add_batch(h, h->batch, h->nr_batch);
	h->nr_batch = 0;
	h->err = hists_err(h);
}

void hists_add_keys(struct hists *h, struct hist_pending *keys, uint32_t nr)
{
	for (uint32_t n; nr; keys += n, nr -= n) {
		n = nr < HIST_BATCH ? nr : HIST_BATCH;
		add_batch(h, keys, n);
	}
}

void hists_put_entry(struct hists *h, const struct hist_entry *k,
		     const struct hist_entry_first *first, const struct interned *chain)
{
	struct hist_pending *w = &h->batch[h->nr_batch];

	w->k = *k;
	if (first)
		w->first = *first;
	w->chain = chain ? (const uint64_t *)(const void *)chain->data : NULL;
	w->chain_kept = true;
	if (chain) {
		w->chain_len = chain->len;
		w->chain_tag = chain->tag;
	}
	hist_pending_commit(h);
}
