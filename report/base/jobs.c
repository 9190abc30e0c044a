/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs work in several threads: jobs that do not depend on each other, or the two stages of a
 * pipeline.
 */
#include "base/jobs.h"

#include "base/context.h"
#include "base/host.h"

#include <stdatomic.h>

struct job_list {
	rep_job_fn *fn;
	void *ctx;
	uint32_t nr;
	atomic_uint next;
};

static void *do_jobs(void *arg)
{
	struct job_list *l = arg;
	uint32_t job;

	while ((job = atomic_fetch_add(&l->next, 1)) < l->nr)
		l->fn(l->ctx, job);
	return NULL;
}

void rep_run_jobs(uint32_t threads, uint32_t nr, rep_job_fn *fn, void *ctx)
{
	struct job_list l = { .fn = fn, .ctx = ctx, .nr = nr };
	pthread_t thread[REP_THREADS_MAX];
	uint32_t started = 0;

	threads = threads < nr ? threads : nr;
	while (started + 1 < threads && started < REP_THREADS_MAX &&
	       !rep_thread_start(&thread[started], do_jobs, &l))
		started++;
	do_jobs(&l);
	for (uint32_t i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
}

uint32_t rep_nr_threads(uint64_t asked, uint64_t worth)
{
	const uint32_t cpus = asked ? 0 : rep_nr_cpus();
	const uint64_t nr = asked ? asked : cpus < worth ? cpus : worth;

	return nr < 1 ? 1 : nr < REP_THREADS_MAX ? (uint32_t)nr : REP_THREADS_MAX;
}

/* ---- two stages --------------------------------------------------------------------------- */

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
