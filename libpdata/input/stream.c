/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads an input into reference-counted blocks of at least 256 KiB, so that records can be queued
 * for time ordering without being copied.
 */
#include "input/stream.h"

#include <string.h>

#define BLOCK_BYTES ((size_t)1 << 18)
/*
 * Free blocks up to this size in total are kept for reuse: allocating a block costs as much as
 * filling it.
 */
#define FREE_BYTES ((size_t)16 << 20)

/*
 * Once many blocks are in use, new ones are huge pages: a page fault for each small page costs as
 * much as filling it.
 */
static struct pd_block *block_new(const struct pd_pool *p, size_t bytes)
{
	const bool huge = !p->many_streams && bytes <= BLOCK_BYTES &&
			  p->bytes - p->evicted_bytes >= 2 * PD_HUGE_PAGE;
	struct pd_block *b = pd_malloc(sizeof(*b));

	if (!b)
		return NULL;
	b->cap = huge ? PD_HUGE_PAGE : bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
	b->data = huge ? pd_malloc_huge(b->cap) : pd_malloc(b->cap);
	if (b->data)
		return b;
	pd_free(b);
	return NULL;
}

static void block_free(struct pd_block *b)
{
	pd_free(b->data);
	pd_free(b);
}

/* Take a block of at least @bytes bytes from the free list, or allocate one. */
static struct pd_block *block_take(struct pd_pool *p, size_t bytes)
{
	struct pd_block *b = p->free;

	if (!b || b->cap < bytes)
		return block_new(p, bytes);
	p->free = b->next;
	p->free_bytes -= b->cap;
	return b;
}

static void block_keep(struct pd_pool *p, struct pd_block *b)
{
	if (p->free_bytes + b->cap > FREE_BYTES) {
		block_free(b);
		return;
	}
	p->free_bytes += b->cap;
	b->next = p->free;
	p->free = b;
}

struct pd_block *pd_pool_get(struct pd_pool *p, size_t bytes, uint64_t off)
{
	struct pd_block *b;

	/* Offsets in a block are stored in 32 bits. */
	if (bytes > UINT32_MAX)
		return NULL;
	b = block_take(p, bytes);
	if (!b)
		return NULL;
	b->refs = 1;
	b->off = off;
	b->reload_from = NULL;
	p->bytes += b->cap;
	return b;
}

void pd_pool_release(struct pd_pool *p, struct pd_block *b)
{
	if (!b || --b->refs)
		return;
	p->bytes -= b->cap;
	if (b->data) {
		block_keep(p, b);
		return;
	}
	p->evicted_bytes -= b->cap;
	pd_free(b);
}

void pd_pool_free(struct pd_pool *p)
{
	while (p->free) {
		struct pd_block *b = p->free;

		p->free = b->next;
		block_free(b);
	}
}

/*
 * Evict the stream's block, of which @len bytes are filled, if too much memory is in use, somebody
 * else holds the block, and its bytes can be read again. Its memory becomes free for other blocks.
 */
static void evict_block(struct pd_stream *s, size_t len)
{
	struct pd_pool *p = s->pool;
	struct pd_block *b = s->block, *spare;

	if (!p->max_bytes || p->bytes - p->evicted_bytes <= p->max_bytes || b->refs < 2 ||
	    !s->reload_from || b->off == PD_NOWHERE)
		return;
	spare = pd_malloc(sizeof(*spare));
	if (!spare)
		return;
	*spare = (struct pd_block){ .cap = b->cap, .data = b->data };
	block_keep(p, spare);
	p->evicted_bytes += b->cap;
	b->data = NULL;
	b->reload_from = s->reload_from;
	b->len = len;
}

int pd_block_reload(struct pd_pool *p, struct pd_block *b)
{
	struct pd_block *with = block_take(p, b->len);

	if (!with)
		return PDATA_E_NOMEM;
	if (pd_input_pread(b->reload_from, with->data, b->len, b->off) < b->len) {
		block_keep(p, with);
		return PDATA_E_CUT;
	}
	p->evicted_bytes -= b->cap;
	p->bytes += with->cap - b->cap;
	b->cap = with->cap;
	b->data = with->data;
	pd_free(with);
	return 0;
}

void pd_stream_init(struct pd_stream *s, struct pd_pool *pool, pd_fill_fn fill, void *ctx,
		    uint64_t off)
{
	*s = (struct pd_stream){ .pool = pool, .fill = fill, .ctx = ctx, .off = off };
}

void pd_stream_close(struct pd_stream *s)
{
	pd_pool_release(s->pool, s->block);
	s->block = NULL;
	s->pos = s->end = NULL;
}

/* Make a block with room for @need bytes current, and move the unread bytes to its beginning. */
static int next_block(struct pd_stream *s, size_t need)
{
	size_t left = (size_t)(s->end - s->pos);
	struct pd_block *b;

	if (s->block && s->block->refs == 1 && s->block->cap >= need) {
		if (left)
			memmove(s->block->data, s->pos, left);
		b = s->block;
		b->off = s->off;
	} else {
		b = pd_pool_get(s->pool, need, s->off);
		if (!b)
			return PDATA_E_NOMEM;
		if (left)
			memcpy(b->data, s->pos, left);
		if (s->block)
			evict_block(s, (size_t)(s->end - s->block->data));
		pd_pool_release(s->pool, s->block);
	}
	s->block = b;
	s->pos = b->data;
	s->end = b->data + left;
	return 0;
}

/*
 * The block may have room after s->end already: a decompressor fills it in steps. A large block to
 * which unread bytes are copied gets more room than needed, so that a search after damage does not
 * copy these bytes for each record.
 */
static int have_room(struct pd_stream *s, size_t need)
{
	if (s->pos == s->end && s->want > need)
		need = s->want;
	if (s->block && (size_t)(s->block->data + s->block->cap - s->pos) >= need)
		return 0;
	return next_block(s, need + (s->pos < s->end && need > BLOCK_BYTES ? BLOCK_BYTES : 0));
}

void pd_stream_set_block(struct pd_stream *s, struct pd_block *b, const uint8_t *p, size_t len)
{
	pd_stream_close(s);
	b->refs++;
	s->block = b;
	s->pos = p;
	s->end = p + len;
	s->done = true;
}

void pd_stream_resume(struct pd_stream *s, size_t want)
{
	if (s->block && !s->block->cap)
		pd_stream_close(s);
	s->done = false;
	s->want = want;
}

int pd_stream_assume_filled(struct pd_stream *s, size_t need, size_t to)
{
	if (have_room(s, need))
		return PDATA_E_NOMEM;
	s->end = s->pos + to;
	return 0;
}

void pd_stream_continue(struct pd_stream *s, struct pd_block *b, size_t len)
{
	const size_t left = (size_t)(s->end - s->pos), front = PD_STREAM_FRONT - left;

	if (left)
		memcpy(b->data + front, s->pos, left);
	b->off = PD_NOWHERE;
	pd_pool_release(s->pool, s->block);
	s->block = b;
	s->pos = b->data + front;
	s->end = b->data + PD_STREAM_FRONT + len;
}

int64_t pd_stream_fill(struct pd_stream *s, size_t need)
{
	size_t left = (size_t)(s->end - s->pos);

	if (s->done)
		return (int64_t)left;
	if (s->refill && left <= PD_STREAM_FRONT && s->refill(s->ctx)) {
		left = (size_t)(s->end - s->pos);
		if (left >= need)
			return (int64_t)left;
	}
	if (have_room(s, need))
		return PDATA_E_NOMEM;
	/*
	 * Bytes were skipped without being read: the block's bytes are not contiguous in the file.
	 */
	if (s->off - s->block->off != (uint64_t)(s->pos - s->block->data))
		s->block->off = PD_NOWHERE;
	while ((size_t)(s->end - s->pos) < need) {
		uint8_t *free_at = s->block->data + (s->end - s->block->data);
		int64_t got =
			s->fill(s->ctx, free_at, s->block->cap - (size_t)(s->end - s->block->data));

		if (got <= 0) {
			s->done = true;
			s->failed = got < 0;
			break;
		}
		s->end += got;
	}
	return s->end - s->pos;
}
