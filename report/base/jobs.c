/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs jobs that do not depend on each other in several threads.
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
