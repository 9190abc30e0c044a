/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Inside of chunks.c (checksums), chunks_index.c (what an index says), chunks_side.c (side-band
 * records and their copies) and chunks_time.c (a choice by time).
 */

#include "reader/chunks.h"
#include "reader/reader.h"

enum pd_chunk_state {
	PD_CHUNK_UNKNOWN,
	PD_CHUNK_SOUND, /* its checksum matched */
	PD_CHUNK_BAD,
	PD_CHUNK_REPAIRED, /* bad, and its side-band records are read from their copies */
};

struct pd_chunks {
	struct pdata_reader *r;
	struct pd_input *in;
	uint32_t member;  /* in the trailer, 0: the file that it is in */
	const char *name; /* of the member, to be said */
	const struct pdata_index *x;
	uint8_t *state; /* enum pd_chunk_state of each chunk */
	struct pd_xxh3 *sum;
	uint8_t *room;		/* to compare in, or NULL */
	struct pd_piece *spans; /* the choice, ascending; NULL: all */
	size_t nr_spans, spans_cap;
	struct pd_piece *parts; /* of the bad chunk that is being read */
	size_t nr_parts, parts_cap;
	uint64_t parts_end; /* of that chunk */

	/* chunks_side.c */
	bool side_loaded;
	int side_ret; /* what came of it */
	const struct pdata_sideband *side;
	struct pd_block copies; /* records, where side-band has copies */
	uint64_t *copy_ends;	/* of those of each span */
	uint32_t nr_copied;	/* of the spans: these have copies */
};

/* chunks_index.c: the chunk that @off lies in. */
uint32_t pd_chunks_find(const struct pdata_index *x, uint64_t off);
/* chunks_index.c: a block of a type about a member, or NULL. */
const struct pdata_feature *pd_chunks_block(struct pdata_reader *r, uint32_t type, uint32_t member);
/*
 * chunks.c: set @m->chunks, if its index has any; @nr: its number in the trailer. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_chunks_new(struct pdata_reader *r, struct pd_member *m, uint32_t nr);
/* chunks.c: say what is wrong with the trailer, or with what it says of a member. */
void pd_chunks_bad_trailer(struct pdata_reader *r, const struct pdata_error *e, const char *name);

/*
 * chunks_side.c: load and verify what the trailer has. Return: 0, PDATA_E_TRAILER: there is none
 * to be used, PDATA_E_NOMEM.
 */
int pd_chunks_side(struct pd_chunks *c);
void pd_chunks_side_free(struct pd_chunks *c);
/* Span @i from its copy, which it has. */
struct pd_piece pd_chunks_backup_piece(struct pd_chunks *c, uint32_t i);
/* Whether all side-band records of a chunk have copies. */
bool pd_chunks_can_repair(struct pd_chunks *c, uint32_t chunk);
/* Set parts: what to read in place of a bad chunk. Return: 0 or PDATA_E_NOMEM. */
int pd_chunks_part(struct pd_chunks *c, uint32_t chunk);
