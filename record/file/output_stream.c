/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread that compresses and writes while the one that put something in goes on to empty rings.
 * Between them is a bounded queue: a circle of bytes with one thread at either end. When it is
 * full the rings have to wait, as they do for a slow disk.
 */
#include "base/recorder.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ROOM (UINT64_C(4) << 20) /* bytes, a power of two */
#define PIECE (ROOM / 8)	 /* of one message at most: both sides have something to do */

struct message {
	struct rec_stream *to;
	uint32_t op, len; /* len: of the bytes that follow */
};

struct rec_writer_thread {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t work, space;
	uint64_t head, tail; /* bytes ever put in and done with; under the lock */
	bool stop;
	_Alignas(16) uint8_t bytes[ROOM];
};

/* Up to two spans of the circle: @len bytes from @pos. */
static size_t circle(struct rec_writer_thread *k, uint64_t pos, size_t len,
		     struct pdata_span out[2])
{
	size_t at = (size_t)(pos & (ROOM - 1)), first = ROOM - at;

	if (!len)
		return 0;
	if (first > len)
		first = len;
	out[0] = (struct pdata_span){ k->bytes + at, first };
	out[1] = (struct pdata_span){ k->bytes, len - first };
	return first < len ? 2 : 1;
}

static void copy_in(struct rec_writer_thread *k, uint64_t pos, const void *data, size_t len)
{
	struct pdata_span to[2];
	size_t nr = circle(k, pos, len, to);

	for (size_t i = 0, at = 0; i < nr; at += to[i++].len)
		memcpy((void *)(uintptr_t)to[i].data, (const char *)data + at, to[i].len);
}

static void copy_out(struct rec_writer_thread *k, uint64_t pos, void *data, size_t len)
{
	struct pdata_span from[2];
	size_t nr = circle(k, pos, len, from);

	for (size_t i = 0, at = 0; i < nr; at += from[i++].len)
		memcpy((char *)data + at, from[i].data, from[i].len);
}

static void *writer_thread_main(void *arg)
{
	struct rec_writer_thread *k = arg;

	pthread_mutex_lock(&k->lock);
	for (;;) {
		struct pdata_span spans[2];
		struct message m;

		while (k->head == k->tail && !k->stop)
			pthread_cond_wait(&k->work, &k->lock);
		if (k->head == k->tail)
			break;
		pthread_mutex_unlock(&k->lock);
		copy_out(k, k->tail, &m, sizeof(m));
		size_t nr = circle(k, k->tail + sizeof(m), m.len, spans);

		rec_stream_now(m.to, (enum rec_stream_op)m.op, spans, nr);
		pthread_mutex_lock(&k->lock);
		k->tail += sizeof(m) + ((m.len + 7u) & ~7u);
		pthread_cond_signal(&k->space);
	}
	pthread_mutex_unlock(&k->lock);
	return NULL;
}

struct rec_writer_thread *rec_writer_thread_start(void)
{
	struct rec_writer_thread *k = calloc(1, sizeof(*k));

	if (!k)
		return NULL;
	pthread_mutex_init(&k->lock, NULL);
	pthread_cond_init(&k->work, NULL);
	pthread_cond_init(&k->space, NULL);
	int err = pthread_create(&k->thread, NULL, writer_thread_main, k);

	if (!err)
		return k;
	free(k);
	errno = err;
	return NULL;
}

void rec_writer_thread_stop(struct rec_writer_thread *k)
{
	if (!k)
		return;
	pthread_mutex_lock(&k->lock);
	k->stop = true;
	pthread_cond_signal(&k->work);
	pthread_mutex_unlock(&k->lock);
	pthread_join(k->thread, NULL);
	pthread_mutex_destroy(&k->lock);
	pthread_cond_destroy(&k->work);
	pthread_cond_destroy(&k->space);
	free(k);
}

static void queue_writer_message(struct rec_writer_thread *k, const struct message *m,
				 const void *data)
{
	uint64_t need = sizeof(*m) + ((m->len + 7u) & ~7u), at;

	pthread_mutex_lock(&k->lock);
	while (ROOM - (k->head - k->tail) < need)
		pthread_cond_wait(&k->space, &k->lock);
	at = k->head;
	pthread_mutex_unlock(&k->lock);
	copy_in(k, at, m, sizeof(*m));
	copy_in(k, at + sizeof(*m), data, m->len);
	pthread_mutex_lock(&k->lock);
	k->head += need;
	pthread_cond_signal(&k->work);
	pthread_mutex_unlock(&k->lock);
}

void rec_worker_put(struct rec_writer_thread *k, struct rec_stream *to, enum rec_stream_op op,
		    const struct pdata_span *spans, size_t nr)
{
	if (op != REC_STREAM_SPANS)
		queue_writer_message(k, &(struct message){ to, op, 0 }, NULL);
	for (size_t i = 0; i < nr; i++)
		for (size_t at = 0; at < spans[i].len; at += PIECE) {
			size_t len = spans[i].len - at < PIECE ? spans[i].len - at : PIECE;

			queue_writer_message(k, &(struct message){ to, op, (uint32_t)len },
					     (const char *)spans[i].data + at);
		}
}

void rec_worker_wait(struct rec_writer_thread *k)
{
	pthread_mutex_lock(&k->lock);
	while (k->head != k->tail)
		pthread_cond_wait(&k->space, &k->lock);
	pthread_mutex_unlock(&k->lock);
}
