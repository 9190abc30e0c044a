/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Uses the index of a file while the file is read: verifies the checksums of chunks (parts of the
 * data, each with a checksum in the index), and skips chunks outside of a selected range of time.
 */

#include "input/stream.h"
#include <pdata/trailer.h>
#include <stdbool.h>

struct pd_chunks;
struct pdata_reader;

/*
 * Usual maximum size in bytes of a chunk (a part of the data that has one checksum). Chunks with
 * the AUX data of AUXTRACE records, or with COMPRESSED records, can be larger. The reader reads
 * the file in blocks. A chunk up to this size fits into one block, so the reader verifies the
 * chunk while it reads the chunk.
 */
#define PD_CHUNK_ROOM ((size_t)PDATA_CHUNK_BYTES + 65536)

/*
 * A piece: a range [start, end) of the file that the reader reads next, or bytes in memory that
 * the reader returns in place of this range.
 */
struct pd_piece {
	uint64_t start, end;
	/*
	 * If @block is not NULL, the reader returns records from memory in place of the records in
	 * the file: the @copy_len bytes at @copy, which are in the memory of @block.
	 */
	struct pd_block *block;
	const uint8_t *copy;
	uint64_t copy_len;
	/* all records at @copy come from one compressed record, whose file offset is @start */
	bool one_origin;
	/*
	 * The range [@start, @end) is in a damaged chunk (a part of the data with a wrong
	 * checksum), and the trailer (blocks after the last section of the file) has copies of the
	 * side-band records of this chunk. The reader returns the copies, and ignores the
	 * side-band records in the range.
	 */
	bool repaired;
};

/*
 * The position of a reader among the pieces of a file: the file ranges (struct pd_piece) that the
 * reader reads in order. A zeroed struct is the position of the first piece.
 */
struct pd_pieces {
	/* index in pd_chunks.spans (the selected file ranges) of the range that is being read */
	size_t span;
	/*
	 * While the reader reads a damaged chunk (a part of the data with a wrong checksum):
	 * number of elements of pd_chunks.parts that pd_chunks_next() has returned so far. At
	 * other times: 0.
	 */
	size_t part;
};

/*
 * Open the trailer (index and other blocks after the last section) of the file as r->trailer. If
 * the trailer has an index that fits the data of the file, set .index and .chunks of
 * r->members[0]. Return: 0, also if there is no trailer or index; PDATA_E_NOMEM.
 */
int pd_chunks_open(struct pdata_reader *r);
/*
 * chunks_members.c: for each file data.N of a directory, set .index and .chunks of its struct
 * pd_member if the file "data" has an index for this file data.N in its trailer (data that pdata
 * appends to a recording). All files must be open.
 * Return: 0, also if there is no index; PDATA_E_NOMEM.
 */
int pd_chunks_open_members(struct pdata_reader *r);
void pd_chunks_free(struct pd_chunks *c);
/*
 * A chunk is a part of the data with a checksum in the index. Return the end, as a file offset, of
 * the chunk that includes the file offset @off; 0: no chunk includes @off. No record and no
 * payload in the chunk extends beyond this end.
 */
uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off);
/*
 * Chunks are parts of the data. Return true if, among the chunks that begin behind the file offset
 * @before and at or before @off, at least one can be decompressed without the chunks before it.
 */
bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off);
/*
 * A chunk is a part of the data that has one checksum. Return the size in bytes of the buffer that
 * the reader needs to verify the chunk that begins at @off while it reads this chunk; 0: no chunk
 * begins at @off, or the chunk ends behind @end or is too large to be verified while it is read.
 */
size_t pd_chunks_room_needed(const struct pd_chunks *c, uint64_t off, uint64_t end);
/*
 * Return the size in bytes of the chunk (a part of the data that has one checksum) that begins at
 * @off; 0: no chunk begins at @off, or the chunk ends behind @end, is known to be damaged, or is
 * too large to be verified while it is read.
 */
size_t pd_chunks_whole(const struct pd_chunks *c, uint64_t off, uint64_t end);
/*
 * Verify the checksum of the chunk that begins at @off. @buf: all bytes of this chunk;
 * pd_chunks_whole() has returned the number of these bytes. A chunk is verified only once. Return:
 * true; false: the checksum is wrong.
 */
bool pd_chunks_sound(struct pd_chunks *c, const uint8_t *buf, uint64_t off);
/*
 * Read up to @n bytes at file offset @off into @buf, but none behind the end of the chunk (a part
 * of the data that has one checksum) that includes @off. If a chunk begins at @off and ends at or
 * before @end, verify this chunk first, unless the chunk is very large. Return: the number of
 * bytes read; 0: the checksum of the chunk is wrong, or no byte could be read.
 */
size_t pd_chunks_read(struct pd_chunks *c, uint8_t *buf, size_t n, uint64_t off, uint64_t end);

/*
 * Set @p to the first part of the data section that the reader must read, and set the iterator @at
 * to this part. If no range of time was selected, this part is the whole data section.
 */
void pd_chunks_first(struct pd_chunks *c, struct pd_pieces *at, struct pd_piece *p);
/*
 * Set @p to the next file range that the reader must read, and move the iterator @at to this
 * range. @off: file offset at which the reader has stopped. Exception: if a chunk (a part of the
 * data that has one checksum) begins at @off and its checksum is wrong, count the chunk as damage.
 * This call and the next ones then set @p to one part of this chunk after the other: the copies of
 * side-band records that the trailer has, and the file ranges between the copied ranges, as
 * pd_chunks_part() describes. Without such copies, the whole chunk is one part. Return: 1: @p is
 * set; 0: no range follows @off; PDATA_E_NOMEM.
 */
int pd_chunks_next(struct pd_chunks *c, struct pd_pieces *at, uint64_t off, struct pd_piece *p);
