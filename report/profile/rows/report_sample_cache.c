/* SPDX-License-Identifier: BSD-2-Clause */
/* The sample pass over the sample cache of the side-band pass: the file is not read again. */
#include "profile/rows/report_pass.h"

#include "base/context.h"
#include "base/memory.h"
#include "session/sample_cache.h"

#include <stdatomic.h>
#include <stdlib.h>

struct worker {
	const struct sample_cache *heads;
	atomic_uint *next; /* first block of the cache that no worker has taken */
	struct hists *h;
	pthread_t thread;
};

static void add_cached_samples(struct hists *h, const struct sample_cache *k, uint32_t i)
{
	struct pdata_sample_head heads[REPORT_SAMPLE_BATCH];
	struct sample_cache_reader r;
	uint32_t n;

	sample_cache_begin(k, i, &r);
	while ((n = sample_cache_next(&r, heads, REPORT_SAMPLE_BATCH)))
		hists_add_cached(h, heads, n);
}

static void *sample_cache_worker(void *arg)
{
	struct worker *me = arg;
	uint32_t i;

	if (me->h->opts.share_of)
		for (i = 0; !hists_err(me->h) && i < me->heads->nr; i++)
			add_cached_samples(me->h, me->heads, i);
	else
		while (!hists_err(me->h) && (i = atomic_fetch_add(me->next, 1)) < me->heads->nr)
			add_cached_samples(me->h, me->heads, i);
	hists_finish(me->h);
	return NULL;
}

/* Make the hists of @nr workers. Returns false, with no hists made, if memory is exhausted. */
static bool make_cache_workers(struct report *rp, const struct hists_opts *o, struct worker *w,
			       uint32_t nr, atomic_uint *next)
{
	struct hists_opts mine = *o;

	for (uint32_t i = 0; i < nr; i++) {
		mine.share = (uint8_t)i;
		w[i] = (struct worker){ .heads = rp->s->sample_cache,
					.next = next,
					.h = hists_new(&mine, rp->s->reader, rp->s->tasks) };
		if (w[i].h)
			continue;
		while (i-- > 0)
			hists_free(w[i].h);
		return false;
	}
	return true;
}

/* The calling thread is worker 0. */
uint32_t report_add_cached_samples(struct report *rp, const struct hists_opts *o, uint32_t nr,
				   struct hists **parts)
{
	struct worker w[REP_THREADS_MAX];
	atomic_uint next = 0;
	uint32_t started = 1;

	nr = nr ? nr : 1;
	if (!make_cache_workers(rp, o, w, nr, &next))
		return 0;
	for (; started < nr; started++)
		if (rep_thread_start(&w[started].thread, sample_cache_worker, &w[started]))
			break;
	sample_cache_worker(&w[0]);
	/* Each share needs its worker. */
	for (uint32_t i = started; o->share_of && i < nr; i++)
		sample_cache_worker(&w[i]);
	for (uint32_t i = 1; i < started; i++)
		pthread_join(w[i].thread, NULL);
	for (uint32_t i = 0; i < nr; i++)
		parts[i] = w[i].h;
	parts[0]->lost_samples = rp->s->sample_cache->lost_samples;
	return nr;
}

/* ---- in two steps ------------------------------------------------------------------------ */

#define KEYS_A_BATCH 512u
#define NR_KEY_BATCHES 6u
#define ENOUGH_WAITING 2u

struct key_batch {
	struct hist_pending keys[KEYS_A_BATCH];
	uint32_t nr;
	bool mapped; /* hist_keys_find_maps() was called for @keys */
};

struct two_steps {
	struct hists *h;
	const struct sample_cache *heads;
	struct sample_cache_reader reader;
	uint32_t next; /* first block of the cache that was not begun yet */
	struct key_batch *batches;
	atomic_uint nr_waiting; /* batches that find_batch_keys() filled and nobody emptied yet */
};

/*
 * The look-up of maps takes most of the time, so both threads do it: the first thread does it when
 * the second thread has enough other batches, else the second thread does it.
 */
static void find_batch_maps(struct key_batch *b)
{
	if (!b->mapped)
		hist_keys_find_maps(b->keys, b->nr);
	b->mapped = true;
}

static bool find_batch_keys(void *ctx, uint32_t batch)
{
	struct two_steps *t = ctx;
	struct key_batch *b = &t->batches[batch];
	struct pdata_sample_head heads[REPORT_SAMPLE_BATCH];
	uint32_t n;
	int err;

	b->nr = 0;
	while (b->nr + REPORT_SAMPLE_BATCH <= KEYS_A_BATCH && !t->h->err) {
		n = t->next ? sample_cache_next(&t->reader, heads, REPORT_SAMPLE_BATCH) : 0;
		hists_find_keys(t->h, heads, n, b->keys + b->nr);
		b->nr += n;
		if (n)
			continue;
		if (t->next == t->heads->nr)
			break;
		sample_cache_begin(t->heads, t->next++, &t->reader);
	}
	err = hists_err(t->h);
	if (err) /* the thread that adds keys may set the member at the same time */
		t->h->err = err;
	b->mapped = false;
	if (atomic_load_explicit(&t->nr_waiting, memory_order_relaxed) >= ENOUGH_WAITING)
		find_batch_maps(b);
	atomic_fetch_add_explicit(&t->nr_waiting, b->nr != 0, memory_order_relaxed);
	return b->nr;
}

static void add_batch_keys(void *ctx, uint32_t batch)
{
	struct two_steps *t = ctx;

	find_batch_maps(&t->batches[batch]);
	hists_add_keys(t->h, t->batches[batch].keys, t->batches[batch].nr);
	atomic_fetch_sub_explicit(&t->nr_waiting, 1, memory_order_relaxed);
}

struct hists *report_add_cached_in_steps(struct report *rp, const struct hists_opts *o,
					 uint32_t nr_threads)
{
	struct two_steps t = { .h = hists_new(o, rp->s->reader, rp->s->tasks),
			       .heads = rp->s->sample_cache,
			       .batches = mem_alloc(NR_KEY_BATCHES, sizeof(*t.batches)) };

	if (t.h && t.batches) {
		hists_reserve(t.h, t.heads->nr_heads);
		rep_run_pipeline(nr_threads, NR_KEY_BATCHES, find_batch_keys, add_batch_keys, &t);
		t.h->lost_samples = t.heads->lost_samples;
	} else {
		hists_free(t.h);
		t.h = NULL;
	}
	free(t.batches);
	return t.h;
}
