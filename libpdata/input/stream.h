/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Bytes of a file, a pipe, memory or a decompressor, seen through blocks of about a megabyte. A
 * record is a pointer into a block; a block lives while somebody holds it, so that records can wait
 * for their turn in time order without being copied.
 */

#include "base/alloc.h"
#include "input/input.h"

#define PD_NOWHERE UINT64_MAX

struct pd_block {
	struct pd_block *next; /* in the pool's free list */
	uint32_t refs;
	size_t cap;
	uint8_t *data; /* NULL: put aside, to be read again */
	uint64_t off;  /* of data in what the stream is read from, PD_NOWHERE: in several places */
	struct pd_input *again; /* of a block that is or was put aside */
	size_t len;		/* the same: bytes of it */
};

/* Blocks in use and blocks to use again. */
struct pd_pool {
	struct pd_block *free;
	size_t free_bytes;
	size_t bytes; /* of all blocks in use */
	size_t aside; /* of those that are put aside */
	/* where more is in memory, what a stream is done with is put aside; 0: never */
	size_t most;
};

void pd_pool_release(struct pd_pool *p, struct pd_block *b);
void pd_pool_free(struct pd_pool *p);
/*
 * Read what was put aside again. Return: 0, PDATA_E_NOMEM, or PDATA_E_CUT: it is not all there any
 * more.
 */
int pd_block_reload(struct pd_pool *p, struct pd_block *b);

/* More bytes for a stream: as pd_input_read(). */
typedef int64_t (*pd_fill_fn)(void *ctx, uint8_t *buf, size_t n);

/* A sequence of bytes, some of them in the current block. */
struct pd_stream {
	struct pd_pool *pool;
	pd_fill_fn fill;
	void *ctx;
	struct pd_input
		*again; /* its bytes can be read there once more, at the same places; or NULL */
	struct pd_block *block;
	const uint8_t *pos, *end; /* inside the block */
	uint64_t off;		  /* of pos in the sequence */
	bool done;		  /* fill has said the end, or failed */
	bool failed;
	size_t want; /* room to have for fill when all bytes are used up; 0: as it comes */
};

void pd_stream_init(struct pd_stream *s, struct pd_pool *pool, pd_fill_fn fill, void *ctx,
		    uint64_t off);
void pd_stream_close(struct pd_stream *s);

/*
 * Make @need bytes from pos on lie in one piece, reading more when they do not.
 * Return: bytes there are, less than @need only at the end and at a border; PDATA_E_NOMEM.
 */
int64_t pd_stream_fill(struct pd_stream *s, size_t need);

/*
 * Take the bytes up to @to from pos on, which are more than there are, for filled: they may be
 * anything. There is room for @need bytes in one piece. Return: 0 or PDATA_E_NOMEM.
 */
int pd_stream_assume_filled(struct pd_stream *s, size_t need, size_t to);

/* All that is left is @len bytes at @p in a block that is not of the pool, and outlives it. */
void pd_stream_set_block(struct pd_stream *s, struct pd_block *b, const uint8_t *p, size_t len);
/* Fill again, where all bytes were used up; @want: room to have. */
void pd_stream_resume(struct pd_stream *s, size_t want);

static inline int64_t pd_stream_peek(struct pd_stream *s, size_t need)
{
	if ((size_t)(s->end - s->pos) >= need)
		return s->end - s->pos;
	return pd_stream_fill(s, need);
}

/* Step over n bytes that are there. */
static inline void pd_stream_skip(struct pd_stream *s, size_t n)
{
	s->pos += n;
	s->off += n;
}
