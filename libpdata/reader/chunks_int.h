/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares what chunks.c (checksums), chunks_index.c (queries of the index), chunks_side.c
 * (side-band records and the side-band backup) and chunks_time.c (selection by time) share.
 */

#include "reader/chunks.h"
#include "reader/reader.h"

enum pd_chunk_state {
	PD_CHUNK_UNKNOWN,
	PD_CHUNK_SOUND, /* the checksum of the chunk matched */
	PD_CHUNK_BAD,
	PD_CHUNK_REPAIRED, /* bad, but the side-band backup has the chunk's side-band records */
};

struct pd_chunks {
	struct pdata_reader *r;
	struct pd_input *in;
	/*
	 * index of the file in the trailer's list of the files of a directory, plus 1; 0: the file
	 * contains the trailer itself
	 */
	uint32_t member;
	const char *name; /* name of the file, for messages; NULL if @member is 0 */
	const struct pdata_index *x;
	uint8_t *state; /* enum pd_chunk_state of each chunk */
	struct pd_xxh3 *sum;
	uint8_t *room;		/* buffer for verifying chunks in pieces; NULL: not used yet */
	struct pd_piece *spans; /* selected ranges of the file, ascending; NULL: all data */
	size_t nr_spans, spans_cap;
	struct pd_piece *parts; /* pieces to read in place of the current bad chunk */
	size_t nr_parts, parts_cap;
	uint64_t parts_end; /* end offset of the current bad chunk */

	/* the following members belong to chunks_side.c */
	bool side_loaded;
	int side_ret; /* result of loading the blocks SIDEBAND and COPIES */
	const struct pdata_sideband *side;
	struct pd_block copies; /* the side-band backup: decompressed content of the block COPIES */
	uint64_t *copy_ends;	/* for each span of @side: end offset of its records in @copies */
	uint32_t nr_copied;	/* the first nr_copied spans of @side are in the backup */
};

/* chunks_index.c: return the index in x->chunks of the chunk that includes the file offset @off. */
uint32_t pd_chunks_find(const struct pdata_index *x, uint64_t off);
/*
 * chunks_index.c: return the trailer block of type @type that describes a file; @member: see struct
 * pd_chunks. NULL: there is no such block, or it cannot be read.
 */
const struct pdata_feature *pd_chunks_block(struct pdata_reader *r, uint32_t type, uint32_t member);
/*
 * chunks.c: set m->chunks if the index m->index has chunks. @nr: value of pd_chunks.member for the
 * file of @m. Return: 0 or PDATA_E_NOMEM.
 */
int pd_chunks_new(struct pdata_reader *r, struct pd_member *m, uint32_t nr);
/*
 * chunks.c: store a notice about damage @e of the trailer. If @name is not NULL, the index of the
 * file @name in the trailer is damaged.
 */
void pd_chunks_bad_trailer(struct pdata_reader *r, const struct pdata_error *e, const char *name);

/*
 * chunks_side.c: load and verify the trailer blocks SIDEBAND and COPIES. Return: 0;
 * PDATA_E_TRAILER: the trailer has no valid SIDEBAND block; PDATA_E_NOMEM.
 */
int pd_chunks_side(struct pd_chunks *c);
void pd_chunks_side_free(struct pd_chunks *c);
/* Return the piece that reads the side-band span @i from the backup, which must have it. */
struct pd_piece pd_chunks_backup_piece(struct pd_chunks *c, uint32_t i);
/* Return whether the side-band backup has all side-band records of the chunk with index @chunk. */
bool pd_chunks_can_repair(struct pd_chunks *c, uint32_t chunk);
/*
 * Set c->parts to the pieces that are read in place of the bad chunk with index @chunk. Return: 0
 * or PDATA_E_NOMEM.
 */
int pd_chunks_part(struct pd_chunks *c, uint32_t chunk);
