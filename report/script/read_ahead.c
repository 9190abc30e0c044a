/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The read-ahead thread of `pdata script`: reads and orders batches of records while the main
 * thread formats earlier ones.
 */
#include "script/read_ahead.h"

#include "console/command.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define NR_BATCHES 4u
#define RECORDS_MAX 1024u
#define BYTES_MIN (64u << 10) /* the largest record always fits */
#define BYTES_FULL (256u << 10)

/* A batch of records, with copies of their bytes. */
struct batch {
	struct pdata_record rec[RECORDS_MAX];
	uint32_t nr;
	int rc; /* return value of the reader after the last record */
	size_t used;
	uint8_t *bytes;
};

struct read_ahead {
	struct pdata_reader *reader;
	pthread_t thread;
	sem_t full, empty;
	atomic_bool stop;
	struct batch batch[NR_BATCHES]; /* filled and printed in turn */
	struct batch *at;		/* the batch being printed; NULL: none yet */
	uint32_t next, turn;
};

static void fill_record_batch(struct read_ahead *f, struct batch *b)
{
	b->nr = 0;
	b->used = 0;
	b->rc = 1;
	while (b->nr < RECORDS_MAX && b->used < BYTES_FULL) {
		struct pdata_record *rec = &b->rec[b->nr];

		b->rc = pdata_reader_next(f->reader, rec);
		if (b->rc <= 0)
			return;
		memcpy(b->bytes + b->used, rec->data, rec->size);
		rec->data = b->bytes + b->used;
		b->used += (rec->size + 7u) & ~7u;
		b->nr++;
	}
}

static void wait_for(sem_t *sem)
{
	while (sem_wait(sem))
		; /* a signal came */
}

static void *read_ahead_main(void *arg)
{
	struct read_ahead *f = arg;

	for (uint32_t i = 0;; i++) {
		struct batch *b = &f->batch[i % NR_BATCHES];

		wait_for(&f->empty);
		if (atomic_load(&f->stop))
			return NULL;
		fill_record_batch(f, b);
		sem_post(&f->full);
		if (b->rc <= 0)
			return NULL;
	}
}

static void free_feed(struct read_ahead *f)
{
	for (uint32_t i = 0; i < NR_BATCHES; i++)
		free(f->batch[i].bytes);
	sem_destroy(&f->full);
	sem_destroy(&f->empty);
	free(f);
}

struct read_ahead *read_ahead_start(struct pdata_reader *r)
{
	struct read_ahead *f = rep_alloc(1, sizeof(*f));

	f->reader = r;
	sem_init(&f->full, 0, 0);
	sem_init(&f->empty, 0, NR_BATCHES);
	for (uint32_t i = 0; i < NR_BATCHES; i++)
		f->batch[i].bytes = rep_alloc(BYTES_FULL + BYTES_MIN, 1);
	if (!pthread_create(&f->thread, NULL, read_ahead_main, f))
		return f;
	free_feed(f);
	return NULL;
}

int read_ahead_next(struct read_ahead *f, const struct pdata_record **rec)
{
	while (!f->at || f->next == f->at->nr) {
		if (f->at && f->at->rc <= 0)
			return f->at->rc;
		if (f->at)
			sem_post(&f->empty);
		wait_for(&f->full);
		f->at = &f->batch[f->turn++ % NR_BATCHES];
		f->next = 0;
	}
	*rec = &f->at->rec[f->next++];
	return 1;
}

void read_ahead_stop(struct read_ahead *f)
{
	if (!f)
		return;
	atomic_store(&f->stop, true);
	sem_post(&f->empty);
	pthread_join(f->thread, NULL);
	free_feed(f);
}
