/* SPDX-License-Identifier: BSD-2-Clause */
/* The sample pass where the side-band pass kept the heads of samples: nothing is read again. */
#include "profile/rows/report_pass.h"
#include "session/sample_cache.h"

#include <pthread.h>
#include <stdatomic.h>

struct worker {
	const struct heads *heads;
	atomic_uint *next; /* block that nobody has taken */
	struct hist *h;
	pthread_t thread;
};

static void add_block(struct hist *h, const struct heads *k, uint32_t i)
{
	struct pdata_sample_head heads[NR_HEADS];
	struct heads_reader r;
	uint32_t n;

	heads_begin(k, i, &r);
	while ((n = heads_next(&r, heads, NR_HEADS)))
		hist_heads(h, heads, n);
}

static void *work(void *arg)
{
	struct worker *me = arg;
	uint32_t i;

	while ((i = atomic_fetch_add(me->next, 1)) < me->heads->nr)
		add_block(me->h, me->heads, i);
	hist_finish(me->h);
	return NULL;
}

/* The thread that asks works, too. */
uint32_t report_add_heads(struct report *rp, const struct hist_opts *o, uint32_t nr,
			  struct hist **parts)
{
	struct worker w[REPORT_THREADS];
	atomic_uint next = 0;
	uint32_t started = 1;

	for (uint32_t i = 0; i < nr || !i; i++)
		w[i] = (struct worker){ .heads = rp->s->heads,
					.next = &next,
					.h = hist_new(o, rp->s->reader, rp->s->tasks) };
	for (; started < nr; started++)
		if (pthread_create(&w[started].thread, NULL, work, &w[started]))
			break;
	work(&w[0]);
	for (uint32_t i = 1; i < started; i++)
		pthread_join(w[i].thread, NULL);
	for (uint32_t i = 0; i < nr || !i; i++)
		parts[i] = w[i].h;
	parts[0]->lost_samples = rp->s->heads->lost_samples;
	return nr ? nr : 1;
}
