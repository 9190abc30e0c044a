/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ingest thread: enters side-band records and samples' fixed fields into the session in file
 * order while the reader decompresses what follows.
 */
#include "session/ingest_thread.h"

#include "base/context.h"
#include "base/host.h"
#include "base/memory.h"
#include "session/session_int.h"

#include <stdlib.h>
#include <string.h>

#define SIZE_WORTH ((uint64_t)1 << 20) /* input bytes from which a thread pays off */
#define NR_PIECES 3u
#define NR_ITEMS 128u /* of a piece */
#define REPORT_SAMPLE_BATCH                                                                        \
	16384u /* the same: to hand over costs as much as to take in a few hundred */
#define RECORDS_ENOUGH (1u << 16)

/* Sample heads if nr is not 0, else one record; the piece has copies of both. */
struct item {
	uint32_t heads, nr;
	uint64_t bytes; /* of the heads' records */
	struct pdata_record rec;
	size_t at;
};

struct piece {
	struct item item[NR_ITEMS];
	uint32_t nr;
	struct pdata_sample_head heads[REPORT_SAMPLE_BATCH];
	uint32_t nr_heads;
	uint8_t *records;
	size_t used, cap;
	bool ready; /* set: the ingest thread owns the piece */
};

struct ingest_thread {
	struct rep_session *s;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t more, room;
	struct piece piece[NR_PIECES];
	uint32_t put, take;
	bool end;
	int failed;
};

static int ingest_piece(struct rep_session *s, struct piece *w)
{
	int ret = 0;

	for (uint32_t i = 0; i < w->nr && !ret; i++) {
		struct item *it = &w->item[i];

		it->rec.data = w->records + it->at;
		ret = it->nr ? session_ingest_samples(s, w->heads + it->heads, it->nr, it->bytes)
			     : session_ingest_record(s, &it->rec);
	}
	return ret;
}

static void *ingest_thread_main(void *arg)
{
	struct ingest_thread *p = arg;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		struct piece *w = &p->piece[p->take];
		int ret;

		if (!w->ready && p->end)
			break;
		if (!w->ready) {
			pthread_cond_wait(&p->more, &p->lock);
			continue;
		}
		pthread_mutex_unlock(&p->lock);
		ret = p->failed ? 0 : ingest_piece(p->s, w);
		pthread_mutex_lock(&p->lock);
		p->failed |= ret;
		w->ready = false;
		p->take = (p->take + 1) % NR_PIECES;
		pthread_cond_signal(&p->room);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

struct ingest_thread *ingest_thread_start(struct rep_session *s)
{
	struct ingest_thread *p;

	if (s->size < SIZE_WORTH || rep_nr_cpus() < 2)
		return NULL;
	p = mem_alloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->s = s;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	pthread_cond_init(&p->room, NULL);
	if (!rep_thread_start(&p->thread, ingest_thread_main, p))
		return p;
	free(p);
	return NULL;
}

/* Hand the current piece to the thread, and empty the next piece for filling. */
static int queue_ingest_piece(struct ingest_thread *p)
{
	struct piece *w;
	int ret;

	pthread_mutex_lock(&p->lock);
	p->piece[p->put].ready = true;
	pthread_cond_signal(&p->more);
	p->put = (p->put + 1) % NR_PIECES;
	w = &p->piece[p->put];
	while (w->ready)
		pthread_cond_wait(&p->room, &p->lock);
	ret = p->failed;
	pthread_mutex_unlock(&p->lock);
	w->nr = w->nr_heads = 0;
	w->used = 0;
	return ret;
}

/* Return the next item of the current piece, or of the next piece if the current one is full. */
static struct item *next_item(struct ingest_thread *p)
{
	struct piece *w = &p->piece[p->put];

	if (w->nr == NR_ITEMS || w->nr_heads == REPORT_SAMPLE_BATCH || w->used >= RECORDS_ENOUGH) {
		if (queue_ingest_piece(p))
			return NULL;
		w = &p->piece[p->put];
	}
	return &w->item[w->nr++];
}

int ingest_thread_batch(struct ingest_thread *p, struct pdata_batch *b)
{
	struct pdata_record rec;

	while (b->nr) {
		struct item *it = next_item(p);
		struct piece *w = &p->piece[p->put];
		const uint8_t *from = b->data;

		if (!it)
			return PDATA_E_NOMEM;
		it->heads = w->nr_heads;
		it->nr = pdata_batch_heads(b, w->heads + w->nr_heads,
					   REPORT_SAMPLE_BATCH - w->nr_heads);
		it->bytes = (uint64_t)(b->data - from);
		w->nr_heads += it->nr;
		if (it->nr)
			continue;
		w->nr--;
		if (pdata_batch_next(b, &rec) && ingest_thread_record(p, &rec))
			return PDATA_E_NOMEM;
	}
	return 0;
}

int ingest_thread_record(struct ingest_thread *p, const struct pdata_record *rec)
{
	struct item *it = next_item(p);
	struct piece *w = &p->piece[p->put];
	const size_t room = (rec->size + 7u) & ~(size_t)7;

	if (!it)
		return PDATA_E_NOMEM;
	if (w->cap - w->used < room) {
		const size_t cap = w->used + room + RECORDS_ENOUGH;
		uint8_t *records = mem_grow(w->records, cap, 1);

		if (!records) {
			w->nr--;
			return PDATA_E_NOMEM;
		}
		w->records = records;
		w->cap = cap;
	}
	memcpy(w->records + w->used, rec->data, rec->size);
	it->nr = 0;
	it->rec = *rec;
	it->at = w->used;
	w->used += room;
	return 0;
}

int ingest_thread_end(struct ingest_thread *p)
{
	int ret;

	if (!p)
		return 0;
	pthread_mutex_lock(&p->lock);
	p->piece[p->put].ready = p->piece[p->put].nr != 0;
	p->end = true;
	pthread_cond_signal(&p->more);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	for (uint32_t i = 0; i < NR_PIECES; i++)
		free(p->piece[i].records);
	ret = p->failed;
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->more);
	pthread_cond_destroy(&p->room);
	free(p);
	return ret;
}
