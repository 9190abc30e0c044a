/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes one text in several threads, in buffers of bounded size that are written in order. */
#include "base/out_jobs.h"

#include "base/jobs.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct out_jobs {
	struct out *to;
	out_job_fn *fn;
	void *ctx;
	uint32_t nr;
	atomic_uint next; /* the first job that no thread has begun */
	pthread_mutex_t lock;
	pthread_cond_t turned;
	uint32_t turn; /* the job whose text is due; only its thread uses to */
	bool stop;
};

struct out_worker {
	struct out o; /* must be first */
	struct out_jobs *jobs;
	uint32_t job;
};

/* Wait until the text of the worker's job is due. Return: false: all workers stop. */
static bool wait_turn(struct out_worker *w)
{
	struct out_jobs *j = w->jobs;
	bool turn;

	pthread_mutex_lock(&j->lock);
	while (!j->stop && j->turn != w->job)
		pthread_cond_wait(&j->turned, &j->lock);
	turn = !j->stop;
	pthread_mutex_unlock(&j->lock);
	return turn;
}

static void hand_over(struct out_worker *w)
{
	if (w->o.len && wait_turn(w))
		out_raw(w->jobs->to, w->o.buf, w->o.len);
	w->o.len = 0;
}

static void hand_over_full(struct out *o)
{
	hand_over((struct out_worker *)(void *)o);
}

/* End the worker's job. Return: whether to go on. */
static bool end_job(struct out_worker *w)
{
	struct out_jobs *j = w->jobs;
	bool go_on;

	if (!wait_turn(w))
		return false;
	hand_over(w);
	if (w->o.err && !j->to->err)
		j->to->err = w->o.err;
	pthread_mutex_lock(&j->lock);
	j->turn++;
	j->stop = j->to->err != 0;
	go_on = !j->stop;
	pthread_cond_broadcast(&j->turned);
	pthread_mutex_unlock(&j->lock);
	return go_on;
}

static void work_on_jobs(void *ctx, uint32_t worker)
{
	struct out_jobs *j = ctx;
	struct out_worker w = { .jobs = j };

	out_open(&w.o, -1);
	w.o.guard = j->to->guard;
	w.o.full = hand_over_full;
	do {
		w.job = atomic_fetch_add(&j->next, 1);
		if (w.job >= j->nr)
			break;
		j->fn(j->ctx, &w.o, worker, w.job);
	} while (end_job(&w));
	out_close(&w.o);
}

void out_run_jobs(struct out *to, uint32_t threads, uint32_t nr, out_job_fn *fn, void *ctx)
{
	struct out_jobs j = { .to = to, .fn = fn, .ctx = ctx, .nr = nr };

	threads = threads < nr ? threads : nr;
	if (threads < 2) {
		for (uint32_t i = 0; i < nr && !to->err; i++)
			fn(ctx, to, 0, i);
		return;
	}
	pthread_mutex_init(&j.lock, NULL);
	pthread_cond_init(&j.turned, NULL);
	rep_run_jobs(threads, threads, work_on_jobs, &j);
	pthread_mutex_destroy(&j.lock);
	pthread_cond_destroy(&j.turned);
}
