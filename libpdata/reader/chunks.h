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
 * In most files, a chunk without payloads and compressed data has at most this many bytes. A chunk
 * up to this size fits into one block and is verified while it is read.
 */
#define PD_CHUNK_ROOM ((size_t)PDATA_CHUNK_BYTES + 65536)

/* A range [start, end) of the file that the reader reads next, or a substitute for the range. */
struct pd_piece {
	uint64_t start, end;
	/*
	 * If @block is not NULL, the reader returns the records at @copy, @copy_len bytes in this
	 * block, in place of the records in the file.
	 */
	struct pd_block *block;
	const uint8_t *copy;
	uint64_t copy_len;
	/* all records at @copy come from one compressed record, at file offset @start */
	bool one_origin;
	/*
	 * The piece is a part of a repaired chunk: the reader ignores side-band records in the
	 * file, because records of the side-band backup replace them.
	 */
	bool repaired;
};

/*
 * The position of a reader among the pieces of a file. In a zeroed struct, this is the first piece.
 */
struct pd_pieces {
	size_t span; /* index of the current span in pd_chunks.spans */
	size_t part; /* in a bad chunk: count of pd_chunks.parts returned so far; else 0 */
};

/*
 * Set .index and .chunks of r->members[0] if the file has an index that fits its data. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_chunks_open(struct pdata_reader *r);
/*
 * chunks_members.c: as pd_chunks_open(), for each file of a directory. All files must be open.
 * Return: 0 or PDATA_E_NOMEM.
 */
int pd_chunks_open_members(struct pdata_reader *r);
void pd_chunks_free(struct pd_chunks *c);
/*
 * Return the end offset of the chunk that includes @off; 0: no chunk includes @off. No record and
 * no payload in the chunk extends beyond this end.
 */
uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off);
/* Return whether a chunk that can be decompressed alone begins in (@before, @off]. */
bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off);
/*
 * Return the size of the buffer for verifying the chunk that begins at @off while it is read. 0: no
 * chunk begins at @off, or this chunk ends behind @end or is too large to be verified while it is
 * read.
 */
size_t pd_chunks_room_needed(const struct pd_chunks *c, uint64_t off, uint64_t end);
/*
 * As pd_input_pread(), but read at most up to the end of a chunk. A chunk that begins at @off and
 * ends at or before @end is verified first. Return: the number of bytes read; 0: the chunk is bad.
 */
size_t pd_chunks_read(struct pd_chunks *c, uint8_t *buf, size_t n, uint64_t off, uint64_t end);

/*
 * Set @p to the first piece and @at to its position; without a selected range of time, this is the
 * whole data.
 */
void pd_chunks_first(struct pd_chunks *c, struct pd_pieces *at, struct pd_piece *p);
/*
 * Set @p to the piece after @off, the offset at which reading ended. If a bad chunk includes @off,
 * it is counted as damage. Return: 1: @p is set; 0: no piece follows @off; PDATA_E_NOMEM.
 */
int pd_chunks_next(struct pd_chunks *c, struct pd_pieces *at, uint64_t off, struct pd_piece *p);
