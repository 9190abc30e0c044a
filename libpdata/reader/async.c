/* SPDX-License-Identifier: BSD-2-Clause */
/* Lets a thread of the caller read the next blocks of a file while the reader decodes. */
#include "reader/reader.h"

#define ENOUGH_BYTES ((size_t)1 << 19) /* no further read is submitted */

/* Return the largest number of bytes for a read at @off; 0: the bytes are not read in advance. */
static uint64_t most_at(const struct pd_member *m, uint64_t off)
{
	const uint64_t end = m->until < m->in->size ? m->until : m->in->size;

	if (m->chunks)
		return m->at.part ? 0 : pd_chunks_whole(m->chunks, off, m->until);
	if (off >= end)
		return 0;
	return end - off < ENOUGH_BYTES ? end - off : ENOUGH_BYTES;
}

/* Submit the read at @off. Return the number of its bytes; 0: no read was submitted. */
static size_t submit_read(struct pd_member *m, uint64_t off)
{
	struct pd_async *a = &m->async;
	const uint32_t i = (a->first + a->nr) % PDATA_ASYNC_READS_MAX;
	const uint64_t most = most_at(m, off);
	const size_t whole = m->chunks ? PD_CHUNK_ROOM + PD_STREAM_FRONT : 0;
	struct pd_block *b = most ? pd_pool_get(m->raw.pool, whole, off) : NULL;
	size_t n;

	if (!b)
		return 0;
	n = b->cap - PD_STREAM_FRONT;
	n = most < n ? (size_t)most : n;
	a->reads[i].block = b;
	a->reads[i].len = n;
	a->nr++;
	a->io.submit(a->io.ctx, m->in->fd, b->data + PD_STREAM_FRONT, n, off);
	return n;
}

/* Submit the reads that follow those which were submitted, or the read at m->pos. */
static void submit_reads(struct pd_member *m)
{
	struct pd_async *a = &m->async;
	uint64_t off = m->pos;
	size_t sum = 0, n = 0;

	for (uint32_t i = 0; i < a->nr; i++)
		sum += a->reads[(a->first + i) % PDATA_ASYNC_READS_MAX].len;
	off += sum;
	for (; a->nr < PDATA_ASYNC_READS_MAX && sum < ENOUGH_BYTES; off += n, sum += n) {
		n = submit_read(m, off);
		if (!n)
			return;
	}
}

/* Wait for the oldest read. Return its block, or NULL if not all its bytes could be read. */
static struct pd_block *wait_read(struct pd_member *m)
{
	struct pd_async *a = &m->async;
	struct pd_block *b = a->reads[a->first].block;
	const bool complete = a->io.wait(a->io.ctx) == a->reads[a->first].len;

	a->first = (a->first + 1) % PDATA_ASYNC_READS_MAX;
	a->nr--;
	if (complete)
		return b;
	pd_pool_release(m->raw.pool, b);
	return NULL;
}

void pd_async_stop(struct pd_member *m)
{
	while (m->async.nr)
		pd_pool_release(m->raw.pool, wait_read(m));
}

/* Return whether the oldest read is what is to be read at m->pos now. */
static bool is_next(const struct pd_member *m)
{
	const struct pd_async *a = &m->async;

	return a->reads[a->first].block->off == m->pos &&
	       a->reads[a->first].len <= most_at(m, m->pos);
}

bool pd_async_refill(void *ctx)
{
	struct pd_member *m = ctx;
	struct pd_async *a = &m->async;
	struct pd_block *b;
	size_t len;

	/* Blocks in time order are evicted, and the window counts their bytes. */
	if (!a->io.size || m->step || m->raw.pool->max_bytes)
		return false;
	if (a->nr && !is_next(m))
		pd_async_stop(m);
	/* After a jump (a payload, a hole, damage) the next jump may be near. */
	if (m->pos != a->at)
		return false;
	if (!a->nr)
		submit_reads(m);
	if (!a->nr)
		return false;
	len = a->reads[a->first].len;
	b = wait_read(m);
	if (!b || (m->chunks && !pd_chunks_sound(m->chunks, b->data + PD_STREAM_FRONT, m->pos))) {
		pd_pool_release(m->raw.pool, b);
		return false;
	}
	pd_stream_continue(&m->raw, b, len);
	m->pos += len;
	a->at = m->pos;
	m->raw.want = pd_chunks_room_needed(m->chunks, m->pos, m->until);
	submit_reads(m);
	return true;
}

int pdata_reader_set_async_read(struct pdata_reader *r, const struct pdata_async_read *io)
{
	struct pd_member *m = r->members;

	if (io && (io->size != sizeof(*io) || !io->submit || !io->wait))
		return PDATA_E_ARG;
	if (r->nr_members != 1)
		return 0;
	pd_async_stop(m);
	m->async.io = (struct pdata_async_read){ 0 };
	if (io && m->in->seekable && m->in->fd >= 0)
		m->async.io = *io;
	return 0;
}
