/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sample pass of a report. The reader's thread collects batches of samples; worker threads sum
 * them, each in its own hists. The result does not depend on the number of workers.
 */
#include "profile/rows/report_pass.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/progress.h"

#include <stdlib.h>

#define SAMPLES_EACH 100000u		 /* samples for each worker thread */
#define NR_WAITING (2 * REP_THREADS_MAX) /* pieces in the ring */
#define NR_BATCHES 128u			 /* batches in a piece at most */
#define SAMPLES_ENOUGH 4096u		 /* a piece with this many samples is handed over */

enum state { FREE, READY, TAKEN, DONE };

/* Batches that one worker sums. A piece has several, because batches of short rounds are small. */
struct piece {
	struct pdata_batch b[NR_BATCHES];
	uint32_t nr;
	uint64_t nr_samples;
	enum state state;
};

struct pass {
	pthread_mutex_t lock;
	pthread_cond_t more, room;
	struct piece ring[NR_WAITING];
	uint32_t size; /* pieces of the ring in use: two for each worker */
	uint32_t put, take;
	bool end;
	bool failed; /* memory was exhausted in a worker */
};

struct worker {
	struct pass *p;
	struct hists *h;
	pthread_t thread;
};

static void add_records(struct hists *h, struct pdata_batch *b)
{
	struct pdata_record rec;

	while (pdata_batch_next(b, &rec))
		hists_add_record(h, &rec);
}

static void add_sample_batch(struct hists *h, struct pdata_batch *b)
{
	struct pdata_sample_head heads[REPORT_SAMPLE_BATCH];
	struct pdata_record rec;

	while (b->nr) {
		uint32_t n = pdata_batch_heads(b, heads, REPORT_SAMPLE_BATCH);

		hists_add_cached(h, heads, n);
		if (!n && pdata_batch_next(b, &rec))
			hists_add_record(h, &rec);
	}
}

static void add_batch(struct hists *h, struct pdata_batch *b)
{
	if (h->by_heads)
		add_sample_batch(h, b);
	else
		add_records(h, b);
}

static void *report_worker_main(void *arg)
{
	struct worker *me = arg;
	struct pass *p = me->p;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		struct piece *w = &p->ring[p->take];

		if (w->state == READY) {
			w->state = TAKEN;
			p->take = (p->take + 1) % p->size;
			pthread_mutex_unlock(&p->lock);
			for (uint32_t i = 0; i < w->nr; i++)
				add_batch(me->h, &w->b[i]);
			pthread_mutex_lock(&p->lock);
			w->state = DONE;
			p->failed |= me->h->err != 0;
			pthread_cond_signal(&p->room);
		} else if (p->end) {
			break;
		} else {
			pthread_cond_wait(&p->more, &p->lock);
		}
	}
	pthread_mutex_unlock(&p->lock);
	hists_finish(me->h);
	return NULL;
}

static void piece_free(struct piece *w, struct pdata_reader *r)
{
	for (uint32_t i = 0; i < w->nr; i++)
		pdata_batch_release(r, &w->b[i]);
	w->nr = 0;
	w->nr_samples = 0;
}

/*
 * Hand the piece that is being filled to the workers, and wait for a free one. Returns false if a
 * worker failed, so that further pieces are useless.
 */
static bool queue_report_piece(struct pass *p, struct pdata_reader *r)
{
	struct piece *w = &p->ring[p->put];
	bool more;

	pthread_mutex_lock(&p->lock);
	w->state = READY;
	pthread_cond_signal(&p->more);
	p->put = (p->put + 1) % p->size;
	w = &p->ring[p->put];
	while (w->state == READY || w->state == TAKEN)
		pthread_cond_wait(&p->room, &p->lock);
	w->state = FREE;
	more = !p->failed;
	pthread_mutex_unlock(&p->lock);
	piece_free(w, r);
	return more;
}

/* Add a batch to the piece that is being filled. Returns false if a worker failed. */
static bool put_batch(struct pass *p, struct pdata_reader *r, struct pdata_batch *b)
{
	struct piece *w = &p->ring[p->put];

	pdata_batch_hold(b);
	w->b[w->nr++] = *b;
	w->nr_samples += b->nr;
	return (w->nr < NR_BATCHES && w->nr_samples < SAMPLES_ENOUGH) || queue_report_piece(p, r);
}

/*
 * Read on. Return: 1: @rec is the next record; 2: @batch has the next samples; 0: end of the file,
 * or memory is exhausted; <0: error.
 */
static int next_of(const struct hists *h, struct pdata_reader *r, struct pdata_record *rec,
		   struct pdata_batch *batch)
{
	int rc;

	if (h->err)
		return 0;
	/* The reader makes batches only in file order, not in order of time. */
	if (!h->opts.in_time)
		return pdata_reader_next_batch(r, rec, batch);
	rc = pdata_reader_next(r, rec);
	return rc > 0 ? 1 : rc;
}

/* Read all records. Batches of samples go to the workers; without workers @p is NULL. */
static void read_all_samples(struct report *rp, struct hists *h, struct pass *p)
{
	struct pdata_reader *r = rp->s->reader;
	struct pdata_batch batch;
	struct pdata_record rec;
	struct progress progress;
	int rc;

	progress_begin(&progress, &rp->s->progress, "reading samples", rp->s->size);
	while ((rc = next_of(h, r, &rec, &batch)) > 0) {
		progress_at(&progress, rc == 1 ? rec.off : batch.off);
		if (rc == 1)
			hists_add_record(h, &rec);
		else if (!p)
			add_batch(h, &batch);
		else if (!put_batch(p, r, &batch))
			break;
	}
	progress_end(&progress);
	if (p && p->ring[p->put].nr)
		queue_report_piece(p, r);
	hists_finish(h);
	if (rc < 0)
		rep_session_failed(rp->s);
}

/* Start up to @nr workers. Returns the number of workers that run. */
static uint32_t start_workers(struct report *rp, const struct hists_opts *o, struct pass *p,
			      struct worker *w, uint32_t nr)
{
	uint32_t i;

	p->size = 2 * nr;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	pthread_cond_init(&p->room, NULL);
	for (i = 0; i < nr; i++) {
		w[i] = (struct worker){ .p = p, .h = hists_new(o, rp->s->reader, rp->s->tasks) };
		if (!w[i].h || rep_thread_start(&w[i].thread, report_worker_main, &w[i])) {
			hists_free(w[i].h);
			break;
		}
	}
	return i;
}

static void finish_workers(struct report *rp, struct pass *p, struct worker *w, uint32_t nr)
{
	pthread_mutex_lock(&p->lock);
	p->end = true;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (uint32_t i = 0; i < nr; i++)
		pthread_join(w[i].thread, NULL);
	for (uint32_t i = 0; i < p->size; i++)
		piece_free(&p->ring[i], rp->s->reader);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->more);
	pthread_cond_destroy(&p->room);
}

static uint32_t nr_workers(const struct report *rp, const struct hists_opts *o)
{
	const bool pipe = pdata_reader_info(rp->s->reader)->container == PDATA_CONTAINER_PIPE;
	const uint32_t nr = rep_nr_threads(rp->opts->rows.jobs,
					   rp->s->nr_by_type[PDATA_RECORD_SAMPLE] / SAMPLES_EACH);

	/*
	 * PERF_SAMPLE_READ values are turned into differences to the sample before, so one thread
	 * has to see all samples.
	 */
	return nr < 2 || pipe || o->unwind || o->in_time || read_group_any(rp->s->reader) ? 0 : nr;
}

/* Sum the samples of all records in @parts. Returns their number; 0 if memory is exhausted. */
static uint32_t add_up_records(struct report *rp, const struct hists_opts *o, uint32_t nr,
			       struct hists **parts)
{
	struct pass *p = mem_alloc(1, sizeof(*p));
	struct worker w[REP_THREADS_MAX];

	parts[0] = p ? hists_new(o, rp->s->reader, rp->s->tasks) : NULL;
	if (!parts[0]) {
		free(p);
		return 0;
	}
	if (nr)
		nr = start_workers(rp, o, p, w, nr);
	read_all_samples(rp, parts[0], nr ? p : NULL);
	if (p->size)
		finish_workers(rp, p, w, nr);
	free(p);
	for (uint32_t i = 0; i < nr; i++)
		parts[i + 1] = w[i].h;
	return nr + 1;
}

void report_pass(struct report *rp, const struct hists_opts *o)
{
	struct hists *parts[REP_THREADS_MAX + 1];
	uint32_t nr = nr_workers(rp, o);

	if (o->in_time)
		pdata_reader_set_order(rp->s->reader, PDATA_ORDER_TIME);
	nr = rp->s->sample_cache ? report_add_cached_samples(rp, o, nr, parts)
				 : add_up_records(rp, o, nr, parts);
	if (nr > 1)
		rp->hist = hists_new(o, rp->s->reader, rp->s->tasks);
	else if (nr)
		rp->hist = parts[0];
	if (nr > 1 && rp->hist)
		hists_merge(rp->hist, parts, nr);
	for (uint32_t i = 0; i < nr && !rp->hist; i++)
		hists_free(parts[i]);
}
