/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Uses the index of a file while the file is read: verifies checksums of chunks, and leaves out
 * chunks that a range of time does not need.
 */

#include "input/stream.h"
#include <pdata/trailer.h>
#include <stdbool.h>

struct pd_chunks;
struct pdata_reader;

/*
 * A chunk without payloads and compressed data has at most this many bytes in most files. Such a
 * chunk fits into one block and is verified while it is read.
 */
#define PD_CHUNK_ROOM ((size_t)PDATA_CHUNK_BYTES + 65536)

/* A range of the file that the reader reads. */
struct pd_piece {
	uint64_t start, end;
	/*
	 * if not NULL: this block holds the records at copy, and the reader returns them in place
	 * of the file's records
	 */
	struct pd_block *block;
	const uint8_t *copy;
	uint64_t copy_len;
	/* all records at copy come from one compressed record, whose file offset is start */
	bool one_origin;
	/*
	 * a part of a repaired chunk: side-band records in it are ignored, because the backup
	 * replaces them
	 */
	bool repaired;
};

/* A reader's position among the pieces. Zero: the first piece. */
struct pd_pieces {
	size_t span; /* number of the span among the selected spans */
	size_t part; /* in a bad chunk, the number of parts that were returned; else 0 */
};

/*
 * Set index and chunks of the first member if the file has an index that belongs to it. Return: 0
 * or PDATA_E_NOMEM.
 */
int pd_chunks_open(struct pdata_reader *r);
/*
 * chunks_members.c: set index and chunks of each member of a directory. All members must be open.
 * Return: 0 or PDATA_E_NOMEM.
 */
int pd_chunks_open_members(struct pdata_reader *r);
void pd_chunks_free(struct pd_chunks *c);
/*
 * Return the end of the chunk that includes @off, or 0 if no chunk does. No record and no payload
 * extends beyond that end.
 */
uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off);
/* Whether a chunk that can be decompressed alone begins after @before, but at or before @off. */
bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off);
/*
 * Return the size of the buffer that is needed to verify the chunk at @off while it is read; 0: no
 * chunk begins at @off and ends at or before @end, or the chunk is too large to be verified while
 * it is read.
 */
size_t pd_chunks_room_needed(const struct pd_chunks *c, uint64_t off, uint64_t end);
/*
 * As pd_input_pread(), but at most up to the end of a chunk. A chunk that begins at @off and ends
 * at or before @end is verified first; if it is bad, no bytes are returned. Return: the bytes
 * read; 0 for a bad chunk.
 */
size_t pd_chunks_read(struct pd_chunks *c, uint8_t *buf, size_t n, uint64_t off, uint64_t end);

/* Set @p to the first piece: the whole data if no range of time was selected. */
void pd_chunks_first(struct pd_chunks *c, struct pd_pieces *at, struct pd_piece *p);
/*
 * Set @p to the piece that follows @off, where reading ended. A bad chunk is counted as damage.
 * Return: 1; 0 if there is none; or PDATA_E_NOMEM.
 */
int pd_chunks_next(struct pd_chunks *c, struct pd_pieces *at, uint64_t off, struct pd_piece *p);
