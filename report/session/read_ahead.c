/* SPDX-License-Identifier: BSD-2-Clause */
/* A thread that reads and orders batches of records while other threads work on earlier ones. */
#include "session/read_ahead.h"

#include "base/context.h"
#include "base/memory.h"
#include "session/sample_cache.h"

#include <stdlib.h>
#include <string.h>

#define BYTES_MIN (64u << 10) /* the largest record always fits */
#define BYTES_FULL (128u << 10)
#define NR_AHEAD 8u /* batches besides one for each thread that takes them */

struct read_ahead {
	struct pdata_reader *reader;
	read_ahead_count_fn *counts;
	struct interner *chains; /* only the reading thread uses it; NULL: chains are not added */
	pthread_t thread;
	pthread_mutex_t lock; /* of the numbers below; batches between them have one owner */
	pthread_cond_t room, filled, turned; /* waited for by the reading thread, takers, writers */
	uint64_t nr_read, nr_taken, nr_done;
	bool ended, stop; /* the last batch was read; threads shall end */
	uint32_t nr_batches;
	struct record_batch *batch; /* number N is batch[N % nr_batches] */
};

/* @counted: records that f->counts() has accepted so far. */
static void fill_record_batch(struct read_ahead *f, struct record_batch *b, uint32_t *counted)
{
	size_t used = 0;

	b->nr = 0;
	b->rc = 1;
	b->counted = *counted;
	while (b->nr < READ_AHEAD_RECORDS && used < BYTES_FULL) {
		struct pdata_record *rec = &b->rec[b->nr];

		b->rc = pdata_reader_next(f->reader, rec);
		if (b->rc <= 0)
			return;
		memcpy(b->bytes + used, rec->data, rec->size);
		rec->data = b->bytes + used;
		used += (rec->size + 7u) & ~7u;
		if (f->counts)
			*counted += f->counts(rec);
		b->nr++;
	}
}

/* The steps of adding a chain to the interner are this many records apart. */
#define STEP_APART 8u

/* Find the chain of a record in its bytes. */
static void find_chain(const struct pdata_record *rec, struct record_chain *c)
{
	struct pdata_sample s;

	*c = (struct record_chain){ 0 };
	if (rec->type != PDATA_RECORD_SAMPLE || !rec->event ||
	    !(rec->event->attr.sample_type & PDATA_SAMPLE_CALLCHAIN) ||
	    !sample_cache_decode(rec, SAMPLE_CACHE_FIELDS | PDATA_SAMPLE_CALLCHAIN, &s) ||
	    !(s.have & PDATA_SAMPLE_CALLCHAIN) || !s.nr_ips)
		return;
	c->data = s.ips.data;
	c->len = (uint32_t)(s.nr_ips * 8);
	c->tag = interner_tag(c->data, c->len);
}

static void add_chain(struct read_ahead *f, struct record_chain *c)
{
	if (!c->len)
		return;
	c->id = interner_put(f->chains, c->data, c->len, c->tag);
	if (c->id)
		c->data = f->chains->all[c->id].data;
	else
		c->id = RECORD_CHAIN_FAILED;
}

/* Add the chains of a batch, each in steps that other chains separate: memory is slow. */
static void add_chains(struct read_ahead *f, struct record_batch *b)
{
	for (uint32_t i = 0; i < b->nr + INTERNER_STEPS * STEP_APART; i++) {
		if (i < b->nr)
			find_chain(&b->rec[i], &b->chain[i]);
		for (unsigned step = 0; step < INTERNER_STEPS; step++) {
			const uint32_t n = i - step * STEP_APART;

			if (n < b->nr && b->chain[n].len)
				interner_prefetch(f->chains, b->chain[n].tag, step);
		}
		if (i >= INTERNER_STEPS * STEP_APART)
			add_chain(f, &b->chain[i - INTERNER_STEPS * STEP_APART]);
	}
}

/* Wait until half of the batches are free: waking up for each costs more than reading it. */
static void wait_for_room(struct read_ahead *f)
{
	if (f->nr_read - f->nr_done < f->nr_batches)
		return;
	while (!f->stop && f->nr_read - f->nr_done > f->nr_batches / 2)
		pthread_cond_wait(&f->room, &f->lock);
}

static void *read_ahead_main(void *arg)
{
	struct read_ahead *f = arg;
	uint32_t counted = 0;

	pthread_mutex_lock(&f->lock);
	while (!f->ended) {
		struct record_batch *b = &f->batch[f->nr_read % f->nr_batches];

		wait_for_room(f);
		if (f->stop)
			break;
		pthread_mutex_unlock(&f->lock);
		fill_record_batch(f, b, &counted);
		if (f->chains)
			add_chains(f, b);
		pthread_mutex_lock(&f->lock);
		b->number = f->nr_read++;
		f->ended = b->rc <= 0;
		pthread_cond_broadcast(&f->filled);
	}
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

static void free_read_ahead(struct read_ahead *f)
{
	for (uint32_t i = 0; f->batch && i < f->nr_batches; i++)
		free(f->batch[i].bytes);
	free(f->batch);
	pthread_cond_destroy(&f->room);
	pthread_cond_destroy(&f->filled);
	pthread_cond_destroy(&f->turned);
	pthread_mutex_destroy(&f->lock);
	free(f);
}

static bool alloc_batches(struct read_ahead *f)
{
	f->batch = mem_alloc(f->nr_batches, sizeof(*f->batch));
	for (uint32_t i = 0; f->batch && i < f->nr_batches; i++) {
		f->batch[i].bytes = mem_alloc(BYTES_FULL + BYTES_MIN, 1);
		if (!f->batch[i].bytes)
			return false;
	}
	return f->batch;
}

struct read_ahead *read_ahead_start(struct pdata_reader *r, uint32_t nr_threads,
				    read_ahead_count_fn *counts, struct interner *chains)
{
	struct read_ahead *f = mem_alloc(1, sizeof(*f));

	if (!f)
		return NULL;
	f->reader = r;
	f->counts = counts;
	f->chains = chains;
	f->nr_batches = nr_threads + NR_AHEAD;
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->room, NULL);
	pthread_cond_init(&f->filled, NULL);
	pthread_cond_init(&f->turned, NULL);
	if (alloc_batches(f) && !rep_thread_start(&f->thread, read_ahead_main, f))
		return f;
	free_read_ahead(f);
	return NULL;
}

bool read_ahead_has_chains(const struct read_ahead *f)
{
	return f->chains;
}

const struct record_batch *read_ahead_take(struct read_ahead *f)
{
	const struct record_batch *b = NULL;

	pthread_mutex_lock(&f->lock);
	while (!f->stop && !f->ended && f->nr_taken == f->nr_read)
		pthread_cond_wait(&f->filled, &f->lock);
	if (!f->stop && f->nr_taken < f->nr_read)
		b = &f->batch[f->nr_taken++ % f->nr_batches];
	pthread_mutex_unlock(&f->lock);
	return b;
}

bool read_ahead_is_turn(struct read_ahead *f, const struct record_batch *b)
{
	bool turn;

	pthread_mutex_lock(&f->lock);
	turn = !f->stop && f->nr_done == b->number;
	pthread_mutex_unlock(&f->lock);
	return turn;
}

bool read_ahead_wait_turn(struct read_ahead *f, const struct record_batch *b)
{
	bool turn;

	pthread_mutex_lock(&f->lock);
	while (!f->stop && f->nr_done != b->number)
		pthread_cond_wait(&f->turned, &f->lock);
	turn = !f->stop;
	pthread_mutex_unlock(&f->lock);
	return turn;
}

void read_ahead_done(struct read_ahead *f)
{
	pthread_mutex_lock(&f->lock);
	f->nr_done++;
	if (f->nr_read - f->nr_done <= f->nr_batches / 2)
		pthread_cond_signal(&f->room);
	pthread_cond_broadcast(&f->turned);
	pthread_mutex_unlock(&f->lock);
}

void read_ahead_stop(struct read_ahead *f)
{
	pthread_mutex_lock(&f->lock);
	f->stop = true;
	pthread_cond_broadcast(&f->room);
	pthread_cond_broadcast(&f->filled);
	pthread_cond_broadcast(&f->turned);
	pthread_mutex_unlock(&f->lock);
}

int read_ahead_free(struct read_ahead *f)
{
	int rc;

	read_ahead_stop(f);
	pthread_join(f->thread, NULL);
	rc = f->ended ? f->batch[(f->nr_read - 1) % f->nr_batches].rc : 1;
	free_read_ahead(f);
	return rc;
}
