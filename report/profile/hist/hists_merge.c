/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges the hists of several threads into the hist that a single thread would have made. */
#include "profile/hist/hists.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

/* Maps the numbers of a hist to those of the merged hist. */
struct renumber {
	struct hists *h;
	uint32_t next;		 /* entry to merge next */
	uint32_t *whos, *extras; /* number in the merged hist + 1; 0: not known yet */
	uint32_t chains;	 /* hists_join(): to be added to numbers of chains */
};

static void renumber_free(struct renumber *r, uint32_t nr)
{
	for (uint32_t i = 0; r && i < nr; i++) {
		free(r[i].whos);
		free(r[i].extras);
	}
	free(r);
}

static uint32_t merge_thread_ctx(struct hists *to, struct renumber *r, uint32_t who)
{
	const struct thread_ctx *w = &r->h->whos[who];
	struct pdata_thread_at at = { .pid = w->pid,
				      .tid = w->tid,
				      .first_index = w->comm_index,
				      .epoch = w->epoch,
				      .first_comm = w->comm,
				      .final_comm = w->final_comm,
				      .maps = w->maps };

	if (r->whos[who])
		return r->whos[who] - 1;
	/* Names of threads without a COMM record are numbered in each hist by itself. */
	if (w->comm_index > UINT32_MAX - r->h->names.nr)
		at.first_index = UINT32_MAX;
	r->whos[who] = hist_thread_ctx(to, &at) + 1;
	return r->whos[who] - 1;
}

static uint32_t extra_of(struct hists *to, struct renumber *r, uint32_t extra)
{
	struct hist_extra x;

	if (!extra)
		return 0;
	if (r->extras[extra])
		return r->extras[extra] - 1;
	x = *hist_extra(r->h, extra);
	if (x.raw)
		x.raw = interner_add(&to->raws, r->h->raws.all[x.raw].data,
				     r->h->raws.all[x.raw].len);
	r->extras[extra] = interner_add(&to->extras, &x, sizeof(x)) + 1;
	return r->extras[extra] - 1;
}

/* Memory of merged entries is given back in steps of this many entries. */
#define GIVE_BACK_EACH 4096u

static void merge_next_entry(struct hists *to, struct renumber *r)
{
	const uint32_t n = r->next++;
	struct hist_entry k = r->h->entries[n];
	const struct interned *chain = NULL;
	struct hist_entry_first first;

	k.who = merge_thread_ctx(to, r, k.who);
	k.extra = extra_of(to, r, k.extra);
	if (to->opts.in_objects) {
		first = r->h->firsts[n];
		first.who = merge_thread_ctx(to, r, first.who);
	} else if (k.chain) {
		chain = &r->h->chains.all[k.chain];
		k.chain = 0;
	}
	hists_put_entry(to, &k, to->opts.in_objects ? &first : NULL, chain);
	if (r->next % GIVE_BACK_EACH == 0)
		hists_give_back(r->h, r->next - GIVE_BACK_EACH, r->next);
}

/* Return the hist whose next entry is the earliest in the file, or NULL if all are merged. */
static struct renumber *find_earliest_sum(struct renumber *r, uint32_t nr)
{
	struct renumber *best = NULL;

	for (uint32_t i = 0; i < nr; i++) {
		if (r[i].next == r[i].h->nr_entries)
			continue;
		if (!best || r[i].h->entries[r[i].next].seq < best->h->entries[best->next].seq)
			best = &r[i];
	}
	return best;
}

/* Allocate the tables of numbers for each of @from. Returns NULL if memory is exhausted. */
static struct renumber *renumber_new(struct hists **from, uint32_t nr)
{
	struct renumber *r = mem_alloc(nr, sizeof(*r));
	bool whole = r != NULL;

	for (uint32_t i = 0; r && i < nr; i++) {
		r[i].h = from[i];
		r[i].whos = mem_alloc(from[i]->nr_whos + 1, sizeof(*r[i].whos));
		r[i].extras = mem_alloc(from[i]->extras.nr + 1, sizeof(*r[i].extras));
		whole &= r[i].whos && r[i].extras;
	}
	if (whole)
		return r;
	renumber_free(r, nr);
	return NULL;
}

/* Add to @h everything of @from but the entries. */
static void add_counts(struct hists *h, struct hists **from, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		h->lost_samples += from[i]->lost_samples;
		h->branch_cycles |= from[i]->branch_cycles;
		cgroups_merge(&h->cgroups, &from[i]->cgroups);
		h->err = h->err ? h->err : hists_err(from[i]);
	}
}

/*
 * Add the entry with index @i of @all, a hist without shares, and its equal, which has the index @k
 * in @part, to whichever comes first in the file. Set hist_entry.nr of the other to 0.
 */
static void settle_equal(struct hists *all, size_t i, struct hists *part, size_t k)
{
	const bool first = all->entries[i].seq < part->entries[k].seq;
	struct hist_entry *to = first ? &all->entries[i] : &part->entries[k],
			  *from = first ? &part->entries[k] : &all->entries[i];

	to->nr += from->nr;
	to->period += from->period;
	if (from->first_time < to->first_time ||
	    (from->first_time == to->first_time && from->first_seq < to->first_seq)) {
		to->first_time = from->first_time;
		to->first_seq = from->first_seq;
		if (first && all->firsts)
			all->firsts[i].map = part->firsts[k].map;
		else if (all->firsts)
			part->firsts[k].map = all->firsts[i].map;
	}
	from->nr = 0;
}

/* Settle the entries of @all, a hist without shares, which are also in @part. */
static int settle_entries(struct hists *all, struct hists *part)
{
	struct renumber *r = renumber_new(&all, 1);

	for (uint32_t i = 0; r && i < all->nr_entries; i++) {
		struct hist_entry key = all->entries[i], *other;
		const struct interned *chain =
			key.chain && !all->firsts ? &all->chains.all[key.chain] : NULL;

		key.who = merge_thread_ctx(part, r, key.who);
		key.extra = extra_of(part, r, key.extra);
		if (chain)
			key.chain =
				interner_put(&part->chains, chain->data, chain->len, chain->tag);
		other = key.nr && !hists_err(part) ? hists_find_entry(part, &key) : NULL;
		if (other)
			settle_equal(all, i, part, (size_t)(other - part->entries));
	}
	renumber_free(r, 1);
	return r ? hists_err(part) : -ENOMEM;
}

/*
 * Allocate memory for all entries of @from in @h. The arrays then never grow, which would copy
 * them. Memory that no entry needs is never touched. Return: 0 or -ENOMEM.
 */
static int make_room_for_entries(struct hists *h, struct hists **from, uint32_t nr)
{
	uint64_t nr_entries = 0;

	for (uint32_t i = 0; i < nr; i++)
		nr_entries += from[i]->nr_entries;
	if (nr_entries >= UINT32_MAX)
		return -ENOMEM;
	h->entries = mem_big_alloc(nr_entries, sizeof(*h->entries));
	if (h->opts.in_objects)
		h->firsts = mem_big_alloc(nr_entries, sizeof(*h->firsts));
	if (!h->entries || (h->opts.in_objects && !h->firsts))
		return -ENOMEM;
	h->cap_entries = (uint32_t)nr_entries;
	return 0;
}

/*
 * Free the hash indexes of @from, and allocate memory for their entries in @h. Return: 0 or
 * -ENOMEM.
 */
static int make_room_to_join(struct hists *h, struct hists **from, struct renumber *r, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++) {
		pd_free(from[i]->index.slots);
		from[i]->index = (struct pd_hash_index){ 0 };
		pd_free(from[i]->chains.index.slots);
		from[i]->chains.index = (struct pd_hash_index){ 0 };
		r[i].chains = interner_append(&h->chains, &from[i]->chains);
		if (r[i].chains == UINT32_MAX)
			return -ENOMEM;
	}
	return make_room_for_entries(h, from, nr);
}

void hists_join(struct hists *h, struct hists **from, uint32_t nr)
{
	struct renumber *r, *next;

	add_counts(h, from, nr);
	for (uint32_t i = 0; i < nr; i++)
		for (uint32_t k = 0; !from[i]->opts.share_of && k < nr && !h->err; k++)
			h->err = from[k]->opts.share_of ? settle_entries(from[i], from[k]) : 0;
	r = renumber_new(from, nr); /* settle_entries() may have added threads */
	if (!h->err)
		h->err = r ? make_room_to_join(h, from, r, nr) : -ENOMEM;
	while (r && !h->err && (next = find_earliest_sum(r, nr))) {
		struct hist_entry *k = &h->entries[h->nr_entries];
		const uint32_t n = next->next++;

		*k = next->h->entries[n];
		if (!k->nr)
			continue;
		k->who = merge_thread_ctx(h, next, k->who);
		k->extra = extra_of(h, next, k->extra);
		if (h->firsts)
			h->firsts[h->nr_entries] =
				(struct hist_entry_first){ .who = k->who,
							   .map = next->h->firsts[n].map };
		else if (k->chain)
			k->chain += next->chains;
		h->nr_entries++;
	}
	h->err = hists_err(h);
	for (uint32_t i = 0; i < nr; i++)
		hists_free(from[i]);
	renumber_free(r, nr);
}

void hists_merge(struct hists *h, struct hists **from, uint32_t nr)
{
	struct renumber *r = renumber_new(from, nr), *next;

	for (uint32_t i = 0; i < nr; i++)
		hists_forget_index(from[i]);
	add_counts(h, from, nr);
	if (!h->err)
		h->err = r ? make_room_for_entries(h, from, nr) : -ENOMEM;
	while (r && !h->err && (next = find_earliest_sum(r, nr)))
		merge_next_entry(h, next);
	hists_finish(h);
	for (uint32_t i = 0; i < nr; i++) {
		interner_take_memory(&h->chains, &from[i]->chains);
		hists_free(from[i]);
	}
	renumber_free(r, nr);
}
