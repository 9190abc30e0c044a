/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The bytes of a file, a pipe, memory or a decompressor in blocks of at least 256 KiB. A record is
 * a pointer into a block. A block has a reference count, so that records can wait for their turn in
 * time order without being copied.
 */

#include "base/alloc.h"
#include "input/input.h"

#define PD_NOWHERE UINT64_MAX

struct pd_block {
	struct pd_block *next; /* next block in the pool's free list */
	uint32_t refs;
	size_t cap;
	uint8_t *data; /* NULL: evicted; pd_block_reload() reads the bytes again */
	/* offset of data in the stream's input; PD_NOWHERE: the bytes are not contiguous there */
	uint64_t off;
	/*
	 * input from which an evicted block is read again; remains set after that; NULL: the block
	 * was never evicted
	 */
	struct pd_input *reload_from;
	size_t len; /* bytes to read again, if reload_from is not NULL */
};

/* Counts blocks in use, and keeps free blocks for reuse. */
struct pd_pool {
	struct pd_block *free;
	size_t free_bytes;
	size_t bytes;	      /* bytes of all blocks in use, evicted ones included */
	size_t evicted_bytes; /* bytes of the evicted blocks in use */
	/* above this many bytes in memory, blocks that a stream has passed are evicted; 0: never */
	size_t max_bytes;
};

void pd_pool_release(struct pd_pool *p, struct pd_block *b);
void pd_pool_free(struct pd_pool *p);
/*
 * Read an evicted block again. Return: 0, PDATA_E_NOMEM, or PDATA_E_CUT if the input has fewer
 * bytes there now.
 */
int pd_block_reload(struct pd_pool *p, struct pd_block *b);

/* Read more bytes for a stream. Parameters and return value are those of pd_input_read(). */
typedef int64_t (*pd_fill_fn)(void *ctx, uint8_t *buf, size_t n);

/* A sequence of bytes. The current block holds a part of them. */
struct pd_stream {
	struct pd_pool *pool;
	pd_fill_fn fill;
	void *ctx;
	/* the input in which the stream's bytes can be read again at the same offsets, or NULL */
	struct pd_input *reload_from;
	struct pd_block *block;
	const uint8_t *pos, *end; /* unread bytes in the block */
	uint64_t off;		  /* offset of pos in the sequence */
	bool done;		  /* fill() has returned the end or a failure */
	bool failed;
	/*
	 * When all bytes are consumed, fill() gets room for at least this many bytes; 0: it gets
	 * room for the bytes that are needed.
	 */
	size_t want;
};

void pd_stream_init(struct pd_stream *s, struct pd_pool *pool, pd_fill_fn fill, void *ctx,
		    uint64_t off);
void pd_stream_close(struct pd_stream *s);

/*
 * Make the next @need bytes contiguous at s->pos; read more if necessary. Return: the contiguous
 * bytes at s->pos, fewer than @need only if fill() has returned the end or a failure; or
 * PDATA_E_NOMEM.
 */
int64_t pd_stream_fill(struct pd_stream *s, size_t need);

/*
 * Treat the next @to bytes at s->pos as read. Bytes that were not read have undefined values.
 * Afterwards the block has room for @need contiguous bytes at s->pos. Return: 0 or PDATA_E_NOMEM.
 */
int pd_stream_assume_filled(struct pd_stream *s, size_t need, size_t to);

/*
 * Replace the rest of the stream by the @len bytes at @p in the block @b. @b must not be in the
 * pool, and must stay valid while the stream uses it.
 */
void pd_stream_set_block(struct pd_stream *s, struct pd_block *b, const uint8_t *p, size_t len);
/*
 * Let a stream continue to read from its input, after all its bytes are consumed. @want: see
 * struct pd_stream.
 */
void pd_stream_resume(struct pd_stream *s, size_t want);

static inline int64_t pd_stream_peek(struct pd_stream *s, size_t need)
{
	if ((size_t)(s->end - s->pos) >= need)
		return s->end - s->pos;
	return pd_stream_fill(s, need);
}

/* Skip @n bytes that are in the block. */
static inline void pd_stream_skip(struct pd_stream *s, size_t n)
{
	s->pos += n;
	s->off += n;
}
