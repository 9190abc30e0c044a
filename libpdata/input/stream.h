/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads the bytes of a file, a pipe, memory or a decompressor in blocks of at least 256 KiB. A
 * record is a pointer into a block. A block has a reference count, so that records can wait for
 * their turn in time order without being copied.
 */

#include "base/alloc.h"
#include "input/input.h"

#define PD_NOWHERE UINT64_MAX

struct pd_block {
	struct pd_block *next; /* next block in the pool's list of free blocks */
	uint32_t refs;	       /* reference count */
	size_t cap;
	/*
	 * the bytes of the block; NULL: the block is evicted, which means that its bytes are not
	 * in memory and pd_block_reload() has to read them again
	 */
	uint8_t *data;
	/* offset of the bytes in the input; PD_NOWHERE: they are not contiguous in the input */
	uint64_t off;
	/*
	 * The input from which pd_block_reload() reads the block again; stays set after the
	 * reload. NULL: the block was never evicted (its bytes were never removed from memory).
	 */
	struct pd_input *reload_from;
	size_t len; /* if reload_from is set: number of bytes to read again */
};

/* A pool of blocks: counts the blocks in use, and keeps free blocks for reuse. */
struct pd_pool {
	struct pd_block *free;
	size_t free_bytes;
	size_t bytes; /* size in bytes of all blocks in use, evicted blocks included */
	/*
	 * size in bytes of the evicted blocks: blocks in use whose bytes are not in memory, and
	 * are read again when they are needed
	 */
	size_t evicted_bytes;
	/*
	 * limit in bytes for the blocks in memory; above the limit, a stream evicts (removes from
	 * memory) the bytes of blocks that it has read to their end; 0: no limit
	 */
	size_t max_bytes;
	/*
	 * false: when many blocks are in use, a new block of 256 KiB is enlarged to a huge page.
	 * true: no block is enlarged, because each of many streams has a block of its own.
	 */
	bool many_streams;
};

/*
 * Return a block of at least @bytes bytes, and of at least 256 KiB. The caller owns the only
 * reference to the block. @off: file offset of the bytes that the caller will put into the block;
 * PD_NOWHERE: these bytes are not contiguous in the input. NULL: memory is exhausted.
 */
struct pd_block *pd_pool_get(struct pd_pool *p, size_t bytes, uint64_t off);
void pd_pool_release(struct pd_pool *p, struct pd_block *b);
void pd_pool_free(struct pd_pool *p);
/*
 * Read the bytes of the evicted block @b again. Return: 0; PDATA_E_NOMEM; PDATA_E_CUT: the input
 * has become shorter and no longer has all these bytes.
 */
int pd_block_reload(struct pd_pool *p, struct pd_block *b);

/*
 * A function that reads at most @n bytes for a stream into @buf. Return: the number of bytes; 0:
 * the input has ended; -1: a read has failed.
 */
typedef int64_t (*pd_fill_fn)(void *ctx, uint8_t *buf, size_t n);

/*
 * A function that gives a stream the next bytes of its input in a block of their own, by calling
 * pd_stream_continue(). Return: true if it did so; false: the stream calls fill() instead.
 */
typedef bool (*pd_refill_fn)(void *ctx);

/*
 * Size in bytes of the free space that the caller of pd_stream_continue() leaves at the start of
 * the block that the caller passes to this function.
 */
#define PD_STREAM_FRONT ((size_t)1 << 16)

/* A sequence of bytes that is read in blocks. @block is the block that has the unread bytes. */
struct pd_stream {
	struct pd_pool *pool;
	pd_fill_fn fill;
	pd_refill_fn refill; /* is asked before @fill; NULL: only @fill gives bytes */
	void *ctx;	     /* first argument of @fill and @refill */
	/*
	 * input from which evicted blocks are read again: it has the bytes of this stream, at the
	 * same file offsets; NULL: blocks of this stream are not evicted
	 */
	struct pd_input *reload_from;
	struct pd_block *block;
	const uint8_t *pos, *end; /* start and end of the unread bytes in @block */
	/* @pos points to the byte at this offset of the stream; for a file: at this file offset */
	uint64_t off;
	bool done; /* fill() has reported that its input has ended or failed */
	bool failed;
	/*
	 * When no unread bytes are left, the stream passes fill() a buffer of at least this many
	 * bytes, even if pd_stream_fill() needs fewer. 0: the buffer may be as small as
	 * pd_stream_fill() needs.
	 */
	size_t want;
};

void pd_stream_init(struct pd_stream *s, struct pd_pool *pool, pd_fill_fn fill, void *ctx,
		    uint64_t off);
void pd_stream_close(struct pd_stream *s);

/*
 * Make the next @need bytes contiguous at s->pos; call fill() for more bytes if necessary. Return:
 * the number of contiguous bytes at s->pos, which is below @need only if fill() has reported that
 * its input has ended or failed; or PDATA_E_NOMEM.
 */
int64_t pd_stream_fill(struct pd_stream *s, size_t need);

/*
 * Replace the current block of the stream by @b. The function copies the unread bytes of the old
 * block into @b, so that they end at the offset PD_STREAM_FRONT in @b; there may not be more than
 * PD_STREAM_FRONT unread bytes. The next @len bytes of the input must be in @b already, from this
 * offset on. The stream takes over the reference of the caller to @b. The block @b cannot be
 * evicted.
 */
void pd_stream_continue(struct pd_stream *s, struct pd_block *b, size_t len);

/*
 * Set the number of unread bytes of the stream @s, which begin at s->pos, to @to, without a call
 * of s->fill(). @to must be above the present number of unread bytes, and at most @need. Bytes that
 * s->fill() has read before keep their values; the values of the others are undefined.
 * Afterwards the block has room for @need contiguous bytes at s->pos. Return: 0 or PDATA_E_NOMEM.
 */
int pd_stream_assume_filled(struct pd_stream *s, size_t need, size_t to);

/*
 * Replace the unread data of the stream by the @len bytes at @p, which are in the block @b; the
 * stream ends after these bytes. @b must not be a block of the stream's pd_pool, and must stay
 * valid while the stream uses it.
 */
void pd_stream_set_block(struct pd_stream *s, struct pd_block *b, const uint8_t *p, size_t len);
/*
 * Let the stream @s call fill() again, after all its bytes were read and fill() has reported that
 * its input has ended. @want: the new value of s->want.
 */
void pd_stream_resume(struct pd_stream *s, size_t want);

static inline int64_t pd_stream_peek(struct pd_stream *s, size_t need)
{
	if ((size_t)(s->end - s->pos) >= need)
		return s->end - s->pos;
	return pd_stream_fill(s, need);
}

/* Skip the next @n bytes of the stream, which must be in s->block. */
static inline void pd_stream_skip(struct pd_stream *s, size_t n)
{
	s->pos += n;
	s->off += n;
}
