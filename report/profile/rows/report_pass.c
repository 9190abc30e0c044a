/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sample pass of a report. The reader's thread collects batches of samples; worker threads sum
 * them, each in its own hists. The result does not depend on the number of workers.
 */
#include "profile/rows/report_pass.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/progress.h"
#include "session/read_ahead.h"
#include "session/sample_cache.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLES_EACH 100000u /* samples for each worker thread */
#define WORKERS_FROM 4u	     /* with fewer threads, two threads may share the steps of a sample */
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
	uint32_t to_do; /* with pass.shared: a bit for each worker that has not taken it yet */
	uint32_t nr_done;
};

struct pass {
	pthread_mutex_t lock;
	pthread_cond_t more, room;
	struct piece ring[NR_WAITING];
	uint32_t size; /* pieces of the ring in use: two for each worker */
	uint32_t put, take;
	uint32_t nr_workers;
	bool shared; /* each worker reads all pieces, and sums only its share of the threads */
	bool end;
	bool failed; /* memory was exhausted in a worker */
};

struct worker {
	struct pass *p;
	struct hists *h;
	pthread_t thread;
	uint32_t number;
	uint32_t take; /* with pass.shared: piece to sum next */
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

/* Take the next piece, if one is ready. */
static struct piece *take_piece(struct worker *me)
{
	struct pass *p = me->p;
	uint32_t *take = p->shared ? &me->take : &p->take;
	struct piece *w = &p->ring[*take];

	if (w->state != READY || (p->shared && !(w->to_do >> me->number & 1)))
		return NULL;
	*take = (*take + 1) % p->size;
	w->to_do &= ~(1u << me->number);
	if (!p->shared)
		w->state = TAKEN;
	return w;
}

static void piece_is_done(struct worker *me, struct piece *w)
{
	struct pass *p = me->p;

	p->failed |= me->h->err != 0;
	if (++w->nr_done < (p->shared ? p->nr_workers : 1))
		return;
	w->state = DONE;
	pthread_cond_signal(&p->room);
}

static void *report_worker_main(void *arg)
{
	struct worker *me = arg;
	struct pass *p = me->p;
	struct piece *w;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		w = take_piece(me);
		if (w) {
			pthread_mutex_unlock(&p->lock);
			for (uint32_t i = 0; i < w->nr; i++) {
				struct pdata_batch b = w->b[i];

				add_batch(me->h, &b);
			}
			pthread_mutex_lock(&p->lock);
			piece_is_done(me, w);
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
	w->to_do = (1u << p->nr_workers) - 1;
	w->nr_done = 0;
	pthread_cond_broadcast(&p->more);
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
	struct hists_opts mine = *o;
	uint32_t i;

	p->size = 2 * nr;
	p->shared = o->share_of;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	pthread_cond_init(&p->room, NULL);
	for (i = 0; i < nr; i++) {
		mine.share = (uint8_t)i;
		w[i] = (struct worker){ .p = p,
					.h = hists_new(&mine, rp->s->reader, rp->s->tasks),
					.number = i };
		if (!w[i].h || rep_thread_start(&w[i].thread, report_worker_main, &w[i])) {
			hists_free(w[i].h);
			break;
		}
	}
	p->nr_workers = i;
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

/* More workers than this do not divide the threads, because each decodes all samples. */
#define MAX_SHARES 4u

/*
 * Divide the threads of the recording among @nr workers, in @share_of. Sums of different threads
 * have different keys, so hists_join() can replace hists_merge(). Returns false if sums are not of
 * one thread, or if the busiest worker would have far more samples than the average.
 */
static bool divide_threads(const struct report *rp, const struct hists_opts *o, uint32_t nr,
			   uint8_t share_of[SESSION_THREAD_BUCKETS])
{
	uint64_t left[SESSION_THREAD_BUCKETS], sums[MAX_SHARES] = { 0 }, all = 0, most = 0;

	if (nr < 2 || nr > MAX_SHARES || o->by_comm || o->each)
		return false;
	memcpy(left, rp->s->samples_in_bucket, sizeof(left));
	/* The bucket with most samples goes to the worker with fewest, and so on. */
	for (uint32_t i = 0; i < SESSION_THREAD_BUCKETS; i++) {
		uint32_t bucket = 0, share = 0;

		for (uint32_t k = 1; k < SESSION_THREAD_BUCKETS; k++)
			if (left[bucket] == UINT64_MAX ||
			    (left[k] != UINT64_MAX && left[k] > left[bucket]))
				bucket = k;
		for (uint32_t k = 1; k < nr; k++)
			if (sums[k] < sums[share])
				share = k;
		share_of[bucket] = (uint8_t)share;
		sums[share] += left[bucket];
		all += left[bucket];
		left[bucket] = UINT64_MAX;
	}
	for (uint32_t k = 0; k < nr; k++)
		most = sums[k] > most ? sums[k] : most;
	return most / 5 * nr <= all / 4;
}

/* Sum the samples of all records in @parts. Returns their number; 0 if memory is exhausted. */
static uint32_t add_up_records(struct report *rp, const struct hists_opts *o, uint32_t nr,
			       uint8_t *share_of, struct hists **parts)
{
	struct pass *p = mem_alloc(1, sizeof(*p));
	struct worker w[REP_THREADS_MAX];
	struct hists_opts all = *o;

	all.share_of = NULL;
	parts[0] = p ? hists_new(&all, rp->s->reader, rp->s->tasks) : NULL;
	if (!parts[0]) {
		free(p);
		return 0;
	}
	if (nr)
		nr = start_workers(rp, o, p, w, nr);
	/* Workers that could not be started leave their shares to the others. */
	for (uint32_t i = 0; o->share_of && nr && i < SESSION_THREAD_BUCKETS; i++)
		share_of[i] = (uint8_t)(share_of[i] % nr);
	read_all_samples(rp, parts[0], nr ? p : NULL);
	if (p->size)
		finish_workers(rp, p, w, nr);
	free(p);
	for (uint32_t i = 0; i < nr; i++)
		parts[i + 1] = w[i].h;
	return nr + 1;
}

/* ---- two threads ------------------------------------------------------------------------- */

/*
 * Sum all samples in this thread, while another thread reads them and adds their chains to an
 * interner. Returns NULL if memory is exhausted or no thread can be started.
 */
static struct hists *add_up_read_ahead(struct report *rp, const struct hists_opts *o)
{
	struct interner chains = { 0 };
	struct hists *h = hists_new(o, rp->s->reader, rp->s->tasks);
	struct read_ahead *f = h ? read_ahead_start(rp->s->reader, 1, NULL, &chains) : NULL;
	const struct record_batch *b;
	struct progress progress;

	if (!f) {
		hists_free(h);
		return NULL;
	}
	hists_reserve(h, rp->s->nr_by_type[PDATA_RECORD_SAMPLE]);
	progress_begin(&progress, &rp->s->progress, "reading samples", rp->s->size);
	while (!h->err && (b = read_ahead_take(f))) {
		if (b->nr)
			progress_at(&progress, b->rec[0].off);
		for (uint32_t i = 0; i < b->nr; i++)
			hists_add_with_chain(h, &b->rec[i], &b->chain[i]);
		read_ahead_done(f);
	}
	progress_end(&progress);
	hists_finish(h);
	if (read_ahead_free(f) < 0)
		rep_session_failed(rp->s);
	interner_take_memory(&h->chains, &chains);
	interner_free(&chains);
	return h;
}

/*
 * If most samples have sums of their own, two threads that share the steps of each sample are
 * faster than two workers that share the samples, because no sums have to be merged. Returns NULL
 * if workers are faster, or if the samples cannot be summed in this way.
 */
static struct hists *add_up_in_steps(struct report *rp, const struct hists_opts *o, uint32_t nr)
{
	if (o->notes_entries)
		return report_add_cached_in_steps(rp, o, nr);
	if (nr < 2 || nr >= WORKERS_FROM || !session_samples_distinct(rp->s))
		return NULL;
	if (rp->s->sample_cache)
		return report_add_cached_in_steps(rp, o, nr);
	return o->chains && hists_can_take_chains(o, rp->s) ? add_up_read_ahead(rp, o) : NULL;
}

/* ---- the pass ---------------------------------------------------------------------------- */

/* Free the sample cache when all samples are summed, unless a further report reads it again. */
static void free_sample_cache(struct report *rp)
{
	if (rp->repeats)
		return;
	sample_cache_free(rp->s->sample_cache);
	rp->s->sample_cache = NULL;
}

static void add_up_in_workers(struct report *rp, const struct hists_opts *o, uint32_t nr)
{
	struct hists *parts[REP_THREADS_MAX + 1];
	uint8_t share_of[SESSION_THREAD_BUCKETS] = { 0 };
	struct hists_opts shared = *o;

	if (divide_threads(rp, o, nr, share_of))
		shared.share_of = share_of;
	nr = rp->s->sample_cache ? report_add_cached_samples(rp, &shared, nr, parts)
				 : add_up_records(rp, &shared, nr, share_of, parts);
	free_sample_cache(rp); /* merging needs memory */
	if (nr > 1)
		rp->hist = hists_new(o, rp->s->reader, rp->s->tasks);
	else if (nr)
		rp->hist = parts[0];
	if (nr > 1 && rp->hist && shared.share_of)
		hists_join(rp->hist, parts, nr);
	else if (nr > 1 && rp->hist)
		hists_merge(rp->hist, parts, nr);
	for (uint32_t i = 0; i < nr && !rp->hist; i++)
		hists_free(parts[i]);
}

void report_pass(struct report *rp, const struct hists_opts *o)
{
	const uint32_t nr = nr_workers(rp, o);

	if (o->in_time)
		pdata_reader_set_order(rp->s->reader, PDATA_ORDER_TIME);
	rp->hist = add_up_in_steps(rp, o, nr);
	if (rp->hist)
		free_sample_cache(rp);
	else
		add_up_in_workers(rp, o, nr);
	if (rp->hist)
		hists_forget_index(rp->hist);
}
