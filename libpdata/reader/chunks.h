/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Uses the index of a file while the file is read: verifies the checksums of chunks, and skips
 * chunks outside of a selected range of time.
 */

#include "input/stream.h"
#include <pdata/trailer.h>
#include <stdbool.h>

struct pd_chunks;
struct pdata_reader;

/*
 * Limit in bytes, which most chunks without payloads and compressed data do not exceed. A chunk up
 * to this size fits into one block and is verified while it is read.
 */
#define PD_CHUNK_ROOM ((size_t)PDATA_CHUNK_BYTES + 65536)

/* A piece: a range [start, end) of the file that the reader reads next, or a substitute for it. */
struct pd_piece {
	uint64_t start, end;
	/*
	 * If @block is not NULL, the reader returns the @copy_len bytes of records at @copy, in
	 * this block, in place of the records in the file.
	 */
	struct pd_block *block;
	const uint8_t *copy;
	uint64_t copy_len;
	/* all records at @copy come from one compressed record, whose file offset is @start */
	bool one_origin;
	/*
	 * The piece is a part of a repaired chunk: the reader ignores side-band records in the
	 * file, because records of the side-band backup replace them.
	 */
	bool repaired;
};

/*
 * The position of a reader among the pieces (struct pd_piece) of a file, which it reads in order.
 * A zeroed struct is the position of the first piece.
 */
struct pd_pieces {
	size_t span; /* index of the file range in pd_chunks.spans that is being read */
	/*
	 * while a bad chunk is read: number of elements of pd_chunks.parts returned so far; else 0
	 */
	size_t part;
};

/*
 * Open the trailer of the file as r->trailer, and set .index and .chunks of r->members[0] if the
 * trailer has an index that fits the data of the file. Return: 0, also if there is no trailer or
 * index; PDATA_E_NOMEM.
 */
int pd_chunks_open(struct pdata_reader *r);
/*
 * chunks_members.c: set .index and .chunks of each file data.N of a directory that the trailer of
 * the file "data" has an index for. All files must be open. Return: 0, also if there is no index;
 * PDATA_E_NOMEM.
 */
int pd_chunks_open_members(struct pdata_reader *r);
void pd_chunks_free(struct pd_chunks *c);
/*
 * Return the file offset at which the chunk ends that includes the file offset @off; 0: no chunk
 * includes @off. No record and no payload in the chunk extends beyond its end.
 */
uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off);
/*
 * Return whether the chunk that includes the file offset @off begins behind @before and can be
 * decompressed without earlier chunks.
 */
bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off);
/*
 * Return the size in bytes of the buffer that is needed to verify the chunk that begins at @off
 * while it is read; 0: no chunk begins at @off, or this chunk ends behind @end or is too large to
 * be verified while it is read.
 */
size_t pd_chunks_room_needed(const struct pd_chunks *c, uint64_t off, uint64_t end);
/*
 * Read up to @n bytes at file offset @off into @buf, at most up to the end of the chunk there. A
 * chunk that begins at @off and ends at or before @end is verified first, unless it is very large.
 * Return: the number of bytes read; 0: the chunk is bad, or no byte could be read.
 */
size_t pd_chunks_read(struct pd_chunks *c, uint8_t *buf, size_t n, uint64_t off, uint64_t end);

/*
 * Set @p to the first piece of the file to read, and @at to its position. If no range of time was
 * selected, this piece is the whole data.
 */
void pd_chunks_first(struct pd_chunks *c, struct pd_pieces *at, struct pd_piece *p);
/*
 * Set @p to the piece to read after file offset @off, at which reading ended, and @at to its
 * position. If a bad chunk begins at @off, count it as damage and read it in parts. Return: 1: @p
 * is set; 0: no piece follows @off; PDATA_E_NOMEM.
 */
int pd_chunks_next(struct pd_chunks *c, struct pd_pieces *at, uint64_t off, struct pd_piece *p);
