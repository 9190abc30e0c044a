/* SPDX-License-Identifier: BSD-2-Clause */
/* Merges the hists of several threads into the hist that a single thread would have made. */
#include "profile/hist/hists.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

/* Maps the numbers of a hist to those of the merged hist. */
struct renumber {
	struct hists *h;
	uint32_t next;		 /* slot to merge next */
	uint32_t *whos, *extras; /* number in the merged hist + 1; 0: not known yet */
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

static void merge_next_entry(struct hists *to, struct renumber *r)
{
	const uint32_t n = r->next++;
	struct hist_entry k = r->h->slots[n];
	const struct interned *chain = NULL;
	struct hist_entry_first first;

	k.who = merge_thread_ctx(to, r, k.who);
	k.extra = extra_of(to, r, k.extra);
	if (to->opts.alike) {
		first = r->h->firsts[n];
		first.who = merge_thread_ctx(to, r, first.who);
	} else if (k.chain) {
		chain = &r->h->chains.all[k.chain];
		k.chain = 0;
	}
	hists_put_entry(to, &k, to->opts.alike ? &first : NULL, chain);
}

/* Return the hist whose next entry is the earliest in the file, or NULL if all are merged. */
static struct renumber *find_earliest_sum(struct renumber *r, uint32_t nr)
{
	struct renumber *best = NULL;

	for (uint32_t i = 0; i < nr; i++) {
		if (r[i].next == r[i].h->nr_slots)
			continue;
		if (!best || r[i].h->slots[r[i].next].seq < best->h->slots[best->next].seq)
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

void hists_merge(struct hists *h, struct hists **from, uint32_t nr)
{
	struct renumber *r = renumber_new(from, nr), *next;

	for (uint32_t i = 0; i < nr; i++) {
		h->lost_samples += from[i]->lost_samples;
		h->branch_cycles |= from[i]->branch_cycles;
		cgroups_merge(&h->cgroups, &from[i]->cgroups);
		h->err = h->err ? h->err : hists_err(from[i]);
	}
	h->err = r ? h->err : -ENOMEM;
	while (!h->err && (next = find_earliest_sum(r, nr)))
		merge_next_entry(h, next);
	hists_finish(h);
	for (uint32_t i = 0; i < nr; i++) {
		interner_take_memory(&h->chains, &from[i]->chains);
		hists_free(from[i]);
	}
	renumber_free(r, nr);
}
