/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The thread that reads a file in advance. Copying a file from the page cache takes up to half of
 * the time of the side-band pass.
 */
#include "session/read_thread.h"

#include "base/context.h"
#include "base/host.h"
#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define SIZE_WORTH ((uint64_t)1 << 20) /* bytes of a file for which a thread saves time */
/* To wake the thread costs as much as to read a tenth of this many bytes. */
#define WAKE_BYTES ((size_t)3 << 17)

struct read {
	int fd;
	char *buf;
	size_t n, done;
	uint64_t off;
	bool ended;
};

struct read_thread {
	struct pdata_reader *reader;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t submitted, ended;
	/*
	 * Ring of the submitted reads. The next read is submitted at @put, begun at @begin and
	 * waited for at @take; each counts all reads so far.
	 */
	struct read reads[PDATA_ASYNC_READS_MAX];
	uint32_t put, begin, take;
	size_t waiting; /* bytes of the reads that were not begun */
	bool end;
};

static struct read *nth_read(struct read_thread *t, uint32_t n)
{
	return &t->reads[n % PDATA_ASYNC_READS_MAX];
}

static void submit_read(void *ctx, int fd, void *buf, size_t n, uint64_t off)
{
	struct read_thread *t = ctx;

	pthread_mutex_lock(&t->lock);
	*nth_read(t, t->put++) = (struct read){ .fd = fd, .buf = buf, .n = n, .off = off };
	t->waiting += n;
	if (t->waiting >= WAKE_BYTES)
		pthread_cond_signal(&t->submitted);
	pthread_mutex_unlock(&t->lock);
}

/* Do the oldest read that was not begun. The caller has the lock, which is free meanwhile. */
static void do_read(struct read_thread *t)
{
	struct read *w = nth_read(t, t->begin++);
	ssize_t got = 1;

	t->waiting -= w->n;
	pthread_mutex_unlock(&t->lock);
	while (w->done < w->n && got > 0) {
		got = pread(w->fd, w->buf + w->done, w->n - w->done, (off_t)(w->off + w->done));
		if (got > 0)
			w->done += (size_t)got;
		else if (got < 0 && errno == EINTR)
			got = 1;
	}
	pthread_mutex_lock(&t->lock);
	w->ended = true;
}

/* If the thread has not begun the read, for want of a CPU for example, do the read here. */
static size_t wait_read(void *ctx)
{
	struct read_thread *t = ctx;
	struct read *w;

	pthread_mutex_lock(&t->lock);
	w = nth_read(t, t->take);
	if (t->begin == t->take)
		do_read(t);
	while (!w->ended)
		pthread_cond_wait(&t->ended, &t->lock);
	t->take++;
	pthread_mutex_unlock(&t->lock);
	return w->done;
}

static void *read_thread_main(void *arg)
{
	struct read_thread *t = arg;

	pthread_mutex_lock(&t->lock);
	while (!t->end) {
		if (t->begin == t->put) {
			pthread_cond_wait(&t->submitted, &t->lock);
			continue;
		}
		do_read(t);
		pthread_cond_signal(&t->ended);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

struct read_thread *read_thread_start(struct pdata_reader *r, uint64_t size)
{
	struct pdata_async_read io = { sizeof(io), NULL, submit_read, wait_read };
	struct read_thread *t;

	if (size < SIZE_WORTH || rep_nr_cpus() < 2)
		return NULL;
	t = mem_alloc(1, sizeof(*t));
	if (!t)
		return NULL;
	io.ctx = t;
	t->reader = r;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->submitted, NULL);
	pthread_cond_init(&t->ended, NULL);
	if (!rep_thread_start(&t->thread, read_thread_main, t)) {
		pdata_reader_set_async_read(r, &io);
		return t;
	}
	free(t);
	return NULL;
}

void read_thread_end(struct read_thread *t)
{
	if (!t)
		return;
	pdata_reader_set_async_read(t->reader, NULL);
	pthread_mutex_lock(&t->lock);
	t->end = true;
	pthread_cond_signal(&t->submitted);
	pthread_mutex_unlock(&t->lock);
	pthread_join(t->thread, NULL);
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->submitted);
	pthread_cond_destroy(&t->ended);
	free(t);
}
