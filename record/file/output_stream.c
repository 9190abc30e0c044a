/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Streams: write ring data to the recording's file, or to one data.N of a directory. With
 * compression a writer thread compresses and writes, while the other thread goes on draining rings.
 * Between them is a bounded queue, a circular buffer with one thread at either end. When the queue
 * is full, the rings have to wait, as they do for a slow disk.
 */
#include "file/output_stream.h"
#include "file/live_index.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ROOM (UINT64_C(4) << 20) /* bytes, a power of two */
#define PIECE (ROOM / 8)	 /* bytes of a message, at most, so that both threads have work */

/*
 * Add the records of @spans to the counts of the stream; they are counted only here. An index that
 * is made in this thread has already counted them.
 */
static void count_records(struct rec_stream *s, const struct pdata_span *spans, size_t nr)
{
	struct rec_counts c = { 0 };

	if (rec_index_counts(s->index)) {
		rec_index_take_counts(s->index, &c);
		s->unwalked = true;
	} else if (!s->unwalked || !s->goes_on) {
		s->unwalked = false;
		rec_count_spans(&s->walk, &c, spans, nr);
	}
	rec_counts_add(&s->counts, &c);
}

#ifdef REC_NO_INDEX
static void note_piece_end(void *arg, const struct pdata_compressed_piece *p)
{
	struct rec_pieces *x = arg;
	const struct pdata_span plain = { p->plain, p->plain_len };
	const uint64_t at = x->nr++ % REC_PIECE_ENDS;

	if (p->plain)
		rec_count_spans(&x->walk, &x->counts, &plain, 1);
	else
		x->unknown = true;
	x->ends[at].end = p->off + p->len;
	x->ends[at].samples = x->counts.samples;
}

bool rec_stream_samples_at(const struct rec_stream *s, uint64_t end, uint64_t *samples)
{
	const struct rec_pieces *x = &s->pieces;

	for (uint64_t i = 0; i < x->nr && i < REC_PIECE_ENDS; i++) {
		if (x->ends[i].end != end)
			continue;
		*samples = x->ends[i].samples;
		return !x->unknown;
	}
	return false;
}
#endif

int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr)
{
	const struct pdata_value v = { 0 };
	uint64_t before = pdata_writer_bytes(s->w), after;
	int err = s->err;

	if (err)
		return err;
	switch (op) {
	case REC_STREAM_SPANS:
#ifdef REC_NO_INDEX
		pdata_writer_tap_compressed(s->w, note_piece_end, &s->pieces);
#endif
		err = pdata_writer_rawv(s->w, spans, nr);
		for (size_t i = 0; i < nr; i++)
			s->raw += spans[i].len;
		count_records(s, spans, nr);
		break;
	case REC_STREAM_ROUND:
		err = pdata_writer_record(s->w, PDATA_RECORD_FINISHED_ROUND, 0, &v, -1);
		break;
	case REC_STREAM_COMMIT:
		err = pdata_writer_commit(s->w);
		break;
	}
	after = err ? pdata_writer_committed(s->w) : pdata_writer_bytes(s->w);
	if (op == REC_STREAM_SPANS)
		s->raw_written += after - before;
	/* A member of a directory has no header with its size: tell the guard in case of death. */
	if (s->whole && (err || op == REC_STREAM_COMMIT))
		__atomic_store_n(s->whole, after, __ATOMIC_RELEASE);
	__atomic_store_n(&s->bytes, after, __ATOMIC_RELAXED);
	if (err)
		__atomic_store_n(&s->err, err, __ATOMIC_RELEASE);
	return err;
}

/* ---- the writer thread ---- */

struct message {
	struct rec_stream *to;
	uint16_t op;
	bool goes_on; /* as in struct rec_stream */
	uint32_t len; /* number of bytes that follow the message */
};

struct rec_writer_thread {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t work, space;
	uint64_t head, tail; /* bytes ever queued, bytes ever written; under the lock */
	bool stop;
	_Alignas(16) uint8_t bytes[ROOM];
};

/* Get the @len bytes from @pos on as up to two spans of the circular buffer. */
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

		m.to->goes_on = m.goes_on;
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

static void put_to_thread(struct rec_writer_thread *k, struct rec_stream *to, enum rec_stream_op op,
			  const struct pdata_span *spans, size_t nr)
{
	if (op != REC_STREAM_SPANS)
		queue_writer_message(k, &(struct message){ to, (uint16_t)op, false, 0 }, NULL);
	for (size_t i = 0; i < nr; i++)
		for (size_t at = 0; at < spans[i].len; at += PIECE) {
			size_t len = spans[i].len - at < PIECE ? spans[i].len - at : PIECE;

			queue_writer_message(
				k, &(struct message){ to, (uint16_t)op, i || at, (uint32_t)len },
				(const char *)spans[i].data + at);
		}
}

static void wait_for_thread(struct rec_writer_thread *k)
{
	pthread_mutex_lock(&k->lock);
	while (k->head != k->tail)
		pthread_cond_wait(&k->space, &k->lock);
	pthread_mutex_unlock(&k->lock);
}

/* ---- a stream ---- */

uint64_t rec_stream_bytes(const struct rec_stream *s)
{
	return __atomic_load_n(&s->bytes, __ATOMIC_RELAXED);
}

int rec_stream_failed(struct rec_stream *s, int err)
{
	const uint64_t whole = pdata_writer_committed(s->w);

	__atomic_store_n(&s->bytes, whole, __ATOMIC_RELAXED);
	if (s->whole)
		__atomic_store_n(s->whole, whole, __ATOMIC_RELEASE);
	if (!s->err)
		__atomic_store_n(&s->err, err, __ATOMIC_RELEASE);
	return -1;
}

static int stream_write_spans(struct rec_stream *s, enum rec_stream_op op,
			      const struct pdata_span *spans, size_t nr)
{
	int err;

	if (s->writer_thread) {
		put_to_thread(s->writer_thread, s, op, spans, nr);
		err = __atomic_load_n(&s->err, __ATOMIC_ACQUIRE);
	} else {
		s->goes_on = false;
		err = rec_stream_now(s, op, spans, nr);
	}
	return err ? rec_stream_failed(s, err) : 0;
}

int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr)
{
	return stream_write_spans(s, REC_STREAM_SPANS, spans, nr);
}

int rec_stream_round(struct rec_stream *s)
{
	return stream_write_spans(s, REC_STREAM_ROUND, NULL, 0);
}

int rec_stream_wait(struct rec_stream *s)
{
	if (!s->writer_thread)
		return 0;
	wait_for_thread(s->writer_thread);
	return s->err ? rec_stream_failed(s, s->err) : 0;
}

int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr)
{
	int err;

	if (rec_stream_wait(s)) /* only one thread at a time may use a writer */
		return -1;
	err = s->err ? s->err : pdata_writer_auxtrace(s->w, v, spans, nr);
	__atomic_store_n(&s->bytes, pdata_writer_bytes(s->w), __ATOMIC_RELAXED);
	s->err = err;
	return err ? rec_stream_failed(s, err) : 0;
}

int rec_stream_commit(struct rec_stream *s)
{
	return stream_write_spans(s, REC_STREAM_COMMIT, NULL, 0);
}
