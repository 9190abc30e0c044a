/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * What an index is good for while its file is read: checksums, and leaving out what a time does
 * not need.
 */

#include "input/stream.h"
#include <pdata/trailer.h>
#include <stdbool.h>

struct pd_chunks;
struct pdata_reader;

/*
 * Bytes that a chunk has mostly, without a payload and compressed data: a block that it fits in is
 * compared as it is read.
 */
#define PD_CHUNK_ROOM ((size_t)PDATA_CHUNK_BYTES + 65536)

/* A stretch of the file to be read. */
struct pd_piece {
	uint64_t start, end;
	struct pd_block *
		block; /* not NULL: the records are at @copy in it, in place of those of the file */
	const uint8_t *copy;
	uint64_t copy_len;
	bool one_place; /* records at @copy were all in the one at start: a compressed one */
	/* of a bad chunk whose side-band records come from copies: those that are here are none */
	bool mended;
};

/* Where in the stretches a reader is. Zero: at the first. */
struct pd_pieces {
	size_t span; /* of those that are chosen */
	size_t part; /* 1 and more: of a bad chunk's parts */
};

/*
 * Sets index and chunks of the first member if the file has an index that is its own. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_chunks_open(struct pdata_reader *r);
/*
 * chunks_members.c: the same of each member of a directory, once all are open. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_chunks_open_members(struct pdata_reader *r);
void pd_chunks_free(struct pd_chunks *c);
/*
 * The end of the chunk that @off lies in; 0: it is in none. No record and no payload goes beyond
 * it.
 */
uint64_t pd_chunks_end(const struct pd_chunks *c, uint64_t off);
/* Whether a chunk begins behind @before, and not behind @off, that can be opened alone. */
bool pd_chunks_alone(const struct pd_chunks *c, uint64_t before, uint64_t off);
/*
 * Bytes to have room for where a chunk begins at @off and lies before @end, so that it is compared
 * as it is read; 0: no matter.
 */
size_t pd_chunks_room_needed(const struct pd_chunks *c, uint64_t off, uint64_t end);
/*
 * As pd_input_pread(), up to the end of a chunk. One that begins at @off and lies before @end is
 * compared first; of a bad one nothing is read: 0.
 */
size_t pd_chunks_read(struct pd_chunks *c, uint8_t *buf, size_t n, uint64_t off, uint64_t end);

/* The first stretch; without a choice all of the data. */
void pd_chunks_first(struct pd_chunks *c, struct pd_pieces *at, struct pd_piece *p);
/*
 * The next one, when reading ended at @off; a bad chunk is noted as damage. Return: 1, 0: there is
 * none, PDATA_E_NOMEM.
 */
int pd_chunks_next(struct pd_chunks *c, struct pd_pieces *at, uint64_t off, struct pd_piece *p);
