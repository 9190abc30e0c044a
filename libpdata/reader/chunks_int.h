/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what chunks.c (checksums), chunks_index.c (queries of the index), chunks_side.c
 * (side-band records, and their copies in the trailer) and chunks_time.c (selection by time)
 * share.
 */

#include "reader/chunks.h"
#include "reader/reader.h"

enum pd_chunk_state {
	PD_CHUNK_UNKNOWN,
	PD_CHUNK_SOUND, /* the checksum of the chunk (a part of the data) matched */
	PD_CHUNK_BAD,
	/*
	 * the checksum of the chunk (a part of the data) did not match, but the trailer (index and
	 * other blocks after the last section) has copies of the side-band records of the chunk
	 */
	PD_CHUNK_REPAIRED,
};

struct pd_chunks {
	struct pdata_reader *r;
	struct pd_input *in;
	/*
	 * The file to which the chunks (parts of the data with one checksum each) belong. 0: the
	 * file that contains the trailer (blocks after the last section); other values: a file
	 * data.N of a directory. The trailer in a directory has a list of these files, and @member
	 * is the position in the list, from 1 on.
	 */
	uint32_t member;
	/*
	 * name of the file to which the chunks (parts of the data with one checksum each) belong,
	 * for the texts that describe damage; NULL if @member is 0
	 */
	const char *name;
	const struct pdata_index *x;
	/* array with an enum pd_chunk_state for each chunk (a part of the data) in the index @x */
	uint8_t *state;
	struct pd_xxh3 *sum;
	/*
	 * buffer into which the bytes of a chunk are read, some at a time, to compute the checksum
	 * of the chunk; NULL: not used yet
	 */
	uint8_t *room;
	/*
	 * Array of the parts of the data that the reader reads, in the order of the file. Each
	 * element is a range of the file, or copies of side-band records from the trailer. NULL:
	 * the reader reads the whole data section.
	 */
	struct pd_piece *spans;
	size_t nr_spans, spans_cap;
	/*
	 * Array that replaces the current damaged chunk (a part of the data with a wrong
	 * checksum). Each element is a range of the file in this chunk, or copies of side-band
	 * records from the trailer (blocks after the last section of the file).
	 */
	struct pd_piece *parts;
	size_t nr_parts, parts_cap;
	/*
	 * file offset of the end of the damaged chunk (a part of the data with a wrong checksum)
	 * that @parts replaces
	 */
	uint64_t parts_end;

	/* the following members belong to chunks_side.c */
	bool side_loaded;
	/*
	 * result of loading the blocks SIDEBAND and COPIES of the trailer (index and other blocks
	 * after the last section): 0 or an error code
	 */
	int side_ret;
	const struct pdata_sideband *side;
	/*
	 * decompressed content of the block COPIES of the trailer (blocks after the last section
	 * of the file): copies of side-band records
	 */
	struct pd_block copies;
	/*
	 * for each range of side-band records that @copies has: offset in @copies at which the
	 * records of the range end
	 */
	uint64_t *copy_ends;
	/*
	 * number of side-band ranges whose records are in @copies; @side lists these ranges before
	 * all others
	 */
	uint32_t nr_copied;
};

/*
 * chunks_index.c: return the index in x->chunks (the ranges of the data that have one checksum
 * each) of the last chunk that begins at or before the file offset @off. If all chunks begin after
 * @off, the result is 0, the index of the first chunk.
 */
uint32_t pd_chunks_find(const struct pdata_index *x, uint64_t off);
/*
 * chunks_index.c: return the trailer block of type @type about the file @member. NULL: there is no
 * such block, or the block cannot be read. @member 0: the block is about the file that contains the
 * trailer, or about all files of a directory. @member above 0: the block is about a file of a
 * directory, and @member is the position of this file, from 1 on, in the list of files in the
 * trailer.
 */
const struct pdata_feature *pd_chunks_block(struct pdata_reader *r, uint32_t type, uint32_t member);
/*
 * chunks.c: if the index m->index lists chunks (parts of the data that have one checksum each),
 * set m->chunks to a new struct. @nr: value of pd_chunks.member for the file of @m. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_chunks_new(struct pdata_reader *r, struct pd_member *m, uint32_t nr);
/*
 * chunks.c: if the error @e says that the trailer (blocks after the last section of the file) is
 * damaged, count this damage; ignore other errors, such as a missing codec. If @name is not NULL,
 * the damaged block of the trailer is the index of the file @name.
 */
void pd_chunks_bad_trailer(struct pdata_reader *r, const struct pdata_error *e, const char *name);

/*
 * chunks_side.c: load and verify two trailer blocks about the file of @c: SIDEBAND (where the
 * side-band records are) and COPIES (copies of these records). If there is no valid COPIES block,
 * the reader works without copies. Return: 0; PDATA_E_TRAILER: the trailer has no valid SIDEBAND
 * block; PDATA_E_NOMEM.
 */
int pd_chunks_side(struct pd_chunks *c);
void pd_chunks_side_free(struct pd_chunks *c);
/*
 * Return a struct pd_piece that makes the reader return copies of the side-band records in the
 * range c->side->spans[@i] of the file, instead of the records in the file. The copies are in
 * c->copies and come from the trailer (index and other blocks after the last section). @i must be
 * below c->nr_copied.
 */
struct pd_piece pd_chunks_backup_piece(struct pd_chunks *c, uint32_t i);
/*
 * Return true if the reader can replace the side-band records of the chunk (a part of the data
 * that has one checksum) with index @chunk by copies: the chunk has side-band records, the trailer
 * (blocks after the last section of the file) has copies of all of them, and the reader's options
 * allow the replacement.
 */
bool pd_chunks_can_repair(struct pd_chunks *c, uint32_t chunk);
/*
 * Fill c->parts with the parts that the reader reads in place of the chunk with index @chunk, whose
 * checksum is wrong. If the state of the chunk is PD_CHUNK_REPAIRED, the parts are, in the order of
 * the file: the copies of the chunk's side-band records in the trailer (index and other blocks
 * after the last section), and the file ranges between the copied ranges. In a chunk with
 * compressed data, each file range behind a copy begins at the start of the copied range. If the
 * chunk has another state, the whole chunk is the only part. Return: 0 or PDATA_E_NOMEM.
 */
int pd_chunks_part(struct pd_chunks *c, uint32_t chunk);
