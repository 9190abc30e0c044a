/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declarations shared by chunks.c (checksums), chunks_index.c (queries of the index), chunks_side.c
 * (side-band records and their backup) and chunks_time.c (selection by time).
 */

#include "reader/chunks.h"
#include "reader/reader.h"

enum pd_chunk_state {
	PD_CHUNK_UNKNOWN,
	PD_CHUNK_SOUND, /* its checksum matched */
	PD_CHUNK_BAD,
	PD_CHUNK_REPAIRED, /* bad, and its side-band records are read from the backup */
};

struct pd_chunks {
	struct pdata_reader *r;
	struct pd_input *in;
	/* number of the member in the trailer; 0: the file that has the trailer */
	uint32_t member;
	const char *name; /* name of the member for messages; NULL for the first member */
	const struct pdata_index *x;
	uint8_t *state; /* enum pd_chunk_state of each chunk */
	struct pd_xxh3 *sum;
	uint8_t *room;		/* buffer for verifying chunks in pieces, or NULL */
	struct pd_piece *spans; /* selected spans in ascending order; NULL: all of the data */
	size_t nr_spans, spans_cap;
	struct pd_piece *parts; /* parts of the bad chunk that is being read */
	size_t nr_parts, parts_cap;
	uint64_t parts_end; /* end offset of the bad chunk that is being read */

	/* chunks_side.c */
	bool side_loaded;
	int side_ret; /* result of loading the side-band blocks */
	const struct pdata_sideband *side;
	struct pd_block copies; /* the backup: the content of the block COPIES */
	uint64_t *copy_ends;	/* end of each span's records in the backup */
	uint32_t nr_copied;	/* the first nr_copied spans have a backup */
};

/* chunks_index.c: return the number of the chunk that includes @off. */
uint32_t pd_chunks_find(const struct pdata_index *x, uint64_t off);
/* chunks_index.c: return a block of the trailer by its type and member, or NULL. */
const struct pdata_feature *pd_chunks_block(struct pdata_reader *r, uint32_t type, uint32_t member);
/*
 * chunks.c: set @m->chunks if the member's index has chunks. @nr: number of the member in the
 * trailer. Return: 0 or PDATA_E_NOMEM.
 */
int pd_chunks_new(struct pdata_reader *r, struct pd_member *m, uint32_t nr);
/*
 * chunks.c: report damage of the trailer or, if @name is not NULL, of its index of the member
 * @name.
 */
void pd_chunks_bad_trailer(struct pdata_reader *r, const struct pdata_error *e, const char *name);

/*
 * chunks_side.c: load and verify the blocks SIDEBAND and COPIES. Return: 0, PDATA_E_TRAILER if no
 * usable SIDEBAND exists, or PDATA_E_NOMEM.
 */
int pd_chunks_side(struct pd_chunks *c);
void pd_chunks_side_free(struct pd_chunks *c);
/* Return the piece that reads span @i from the backup. The backup must have this span. */
struct pd_piece pd_chunks_backup_piece(struct pd_chunks *c, uint32_t i);
/* Whether the backup has all side-band records of a chunk. */
bool pd_chunks_can_repair(struct pd_chunks *c, uint32_t chunk);
/* Set c->parts to the pieces that are read instead of a bad chunk. Return: 0 or PDATA_E_NOMEM. */
int pd_chunks_part(struct pd_chunks *c, uint32_t chunk);
