/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What an indexer gathers. */

#include "reader/reader.h"
#include "trailer/sideband_backup.h"
#include "trailer/time_histogram.h"

#define PD_INDEXER_SPANS 256u

struct pdata_indexer {
	struct pdata_reader *events; /* only its events and their ids */
	int swap;
	uint64_t data_off,
		off;	  /* of the section; of the next record, or of the payload that is left */
	uint64_t payload; /* bytes left behind the last record */
	uint8_t *begun;	  /* of a record: as much of it as has come */
	size_t begun_len;
	struct pd_xxh3 *xxh3;
	struct pd_arena arena; /* of what pdata_indexer_finish() hands out */

	struct pd_spill_file file;
	struct pd_spill chunks; /* behind the head of the block */
	uint32_t nr_chunks;
	struct pdata_chunk now;
	uint32_t *counts; /* of the chunk, by event */
	size_t counts_cap;
	struct pdata_chunk_count *of_chunk; /* room for as many */
	size_t of_chunk_cap;

	struct pd_spill spans; /* the same */
	uint32_t nr_spans;
	struct pdata_sideband_span last[PD_INDEXER_SPANS]; /* that are not in it yet */
	uint32_t nr_last;
	bool span_ended; /* the next record begins one */
	struct pd_sideband_backup copies;
	struct pdata_slices slices;

	struct pd_unzstd *unzstd; /* NULL: nothing had to be decompressed yet */
	bool in_frame;		  /* of pieces whose content came with them */
	uint8_t *un;		  /* content of COMPRESSED records that is no whole record yet */
	size_t un_len;

	pdata_indexer_fn sample_fn, other_fn; /* get each record, or NULL */
	void *fn_arg;
	uint64_t seq, nr_samples;
	bool ended;
};

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x);
/* End the last chunk, span and copies. Return: as pdata_indexer_finish(). */
int pd_indexer_end(struct pdata_indexer *x);

#define PD_INDEXER_HEAD_MAX 24u

/* A block of the trailer in wire form: a head, and what follows. */
struct pd_indexer_block {
	uint8_t head[PD_INDEXER_HEAD_MAX];
	size_t head_len;
	const struct pd_spill *rest;
};

/* The INDEX and SIDEBAND blocks of what is ended. Return: 0 or PDATA_E_NOMEM. */
int pd_indexer_index(const struct pdata_indexer *x, struct pd_indexer_block *b);
int pd_indexer_sideband(const struct pdata_indexer *x, struct pd_indexer_block *b);
/* What it writes to where it takes more memory than it may. */
struct pd_spill_file *pd_indexer_file(struct pdata_indexer *x);
/* Ended by pd_indexer_end(). */
const struct pd_sideband_backup *pd_indexer_sideband_backup(const struct pdata_indexer *x);
