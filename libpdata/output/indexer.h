/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the state of an indexer, and functions that turn its results into blocks of a trailer.
 */

#include "reader/reader.h"
#include "trailer/sideband_backup.h"
#include "trailer/time_histogram.h"

#define PD_INDEXER_SPANS 256u

struct pdata_indexer {
	struct pdata_reader *events; /* a reader, for the events and their ids only */
	int swap;
	/*
	 * file offset of the data section; file offset of the next record, or of the rest of a
	 * payload
	 */
	uint64_t data_off, off;
	/* bytes of the last record's payload (AUX or tracing data) that have not been added yet */
	uint64_t payload;
	uint8_t *begun; /* first bytes of a record whose rest has not come yet */
	size_t begun_len;
	struct pd_xxh3 *xxh3;
	struct pd_arena arena; /* holds the results of pdata_indexer_finish() */

	struct pd_spill_file file;
	struct pd_spill chunks; /* chunks in wire form: the INDEX block without its head */
	uint32_t nr_chunks;
	struct pdata_chunk now;
	uint32_t *counts; /* samples in the present chunk, by event */
	size_t counts_cap;
	struct pdata_chunk_count *of_chunk; /* buffer for encoding the counts of a chunk */
	size_t of_chunk_cap;

	struct pd_spill spans; /* spans in wire form: the SIDEBAND block without its head */
	uint32_t nr_spans;
	struct pdata_sideband_span
		last[PD_INDEXER_SPANS]; /* the latest spans, not in the member spans yet */
	uint32_t nr_last;
	bool span_ended; /* the next side-band record begins a new span */
	struct pd_sideband_backup copies;
	struct pdata_slices slices;

	struct pd_unzstd *unzstd; /* NULL if nothing had to be decompressed so far */
	/* the pieces of an incomplete zstd frame came through pdata_indexer_add_compressed() */
	bool in_frame;
	uint8_t *un; /* decompressed bytes of an incomplete record */
	size_t un_len;

	pdata_indexer_fn sample_fn, other_fn; /* called with each record, or NULL */
	void *fn_arg;
	uint64_t seq, nr_samples;
	bool ended;
};

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x);
/*
 * End the last chunk, the last span and the side-band backup. Return: as pdata_indexer_finish().
 */
int pd_indexer_end(struct pdata_indexer *x);

#define PD_INDEXER_HEAD_MAX 24u

/* A block of the trailer in wire form: its head, and the elements that follow. */
struct pd_indexer_block {
	uint8_t head[PD_INDEXER_HEAD_MAX];
	size_t head_len;
	const struct pd_spill *rest;
};

/* Make the INDEX or SIDEBAND block, after pd_indexer_end(). Return: 0 or PDATA_E_NOMEM. */
int pd_indexer_index(const struct pdata_indexer *x, struct pd_indexer_block *b);
int pd_indexer_sideband(const struct pdata_indexer *x, struct pd_indexer_block *b);
/* Get the file that holds the data above the indexer's memory limit. */
struct pd_spill_file *pd_indexer_file(struct pdata_indexer *x);
/* Get the side-band backup, which pd_indexer_end() completes. */
const struct pd_sideband_backup *pd_indexer_sideband_backup(const struct pdata_indexer *x);
