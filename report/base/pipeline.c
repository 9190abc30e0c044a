/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs two stages of work in two threads, over a ring of batches. */
#include "base/pipeline.h"

#include "base/context.h"

struct pipeline {
	rep_fill_fn *fill;
	void *ctx;
	uint32_t nr;
	pthread_mutex_t lock; /* of the members below */
	pthread_cond_t filled, emptied;
	uint64_t nr_filled, nr_emptied;
	bool ended;
};

/* Wait until half of the batches are free: waking up for each costs more than filling it. */
static void wait_for_free_batch(struct pipeline *p)
{
	if (p->nr_filled - p->nr_emptied < p->nr)
		return;
	while (p->nr_filled - p->nr_emptied > p->nr / 2)
		pthread_cond_wait(&p->emptied, &p->lock);
}

static void *fill_batches(void *arg)
{
	struct pipeline *p = arg;
	bool more = true;

	pthread_mutex_lock(&p->lock);
	while (more) {
		wait_for_free_batch(p);
		pthread_mutex_unlock(&p->lock);
		more = p->fill(p->ctx, (uint32_t)(p->nr_filled % p->nr));
		pthread_mutex_lock(&p->lock);
		p->nr_filled += more;
		p->ended = !more;
		pthread_cond_signal(&p->filled);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static void empty_batches(struct pipeline *p, rep_empty_fn *empty)
{
	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (!p->ended && p->nr_emptied == p->nr_filled)
			pthread_cond_wait(&p->filled, &p->lock);
		if (p->nr_emptied == p->nr_filled)
			break;
		pthread_mutex_unlock(&p->lock);
		empty(p->ctx, (uint32_t)(p->nr_emptied % p->nr));
		pthread_mutex_lock(&p->lock);
		p->nr_emptied++;
		if (p->nr_filled - p->nr_emptied <= p->nr / 2)
			pthread_cond_signal(&p->emptied);
	}
	pthread_mutex_unlock(&p->lock);
}

void rep_run_pipeline(uint32_t threads, uint32_t nr, rep_fill_fn *fill, rep_empty_fn *empty,
		      void *ctx)
{
	struct pipeline p = { .fill = fill, .ctx = ctx, .nr = nr };
	pthread_t thread;

	pthread_mutex_init(&p.lock, NULL);
	pthread_cond_init(&p.filled, NULL);
	pthread_cond_init(&p.emptied, NULL);
	if (threads > 1 && !rep_thread_start(&thread, fill_batches, &p)) {
		empty_batches(&p, empty);
		pthread_join(thread, NULL);
	} else {
		while (fill(ctx, 0))
			empty(ctx, 0);
	}
	pthread_cond_destroy(&p.emptied);
	pthread_cond_destroy(&p.filled);
	pthread_mutex_destroy(&p.lock);
}
