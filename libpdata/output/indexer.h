/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the state of an indexer, which reads data once and makes the index, and the functions
 * that turn its results into blocks of a trailer.
 */

#include "reader/reader.h"
#include "trailer/sideband_backup.h"
#include "trailer/time_histogram.h"

#define PD_INDEXER_SPANS 256u

struct pdata_indexer {
	struct pdata_reader *events; /* a reader that knows events and ids but reads no data */
	int swap;
	/*
	 * @data_off: file offset of the data section. @off: file offset of the next record, or of
	 * the rest of a payload.
	 */
	uint64_t data_off, off;
	/*
	 * count of bytes of the last record's payload (AUX or tracing data) that are not added yet
	 */
	uint64_t payload;
	uint8_t *begun; /* first bytes of an incomplete record: the rest is not added yet */
	size_t begun_len;
	struct pd_xxh3 *xxh3;  /* checksum of the current chunk */
	struct pd_arena arena; /* holds the results of pdata_indexer_finish() */

	struct pd_spill_file file; /* temporary file for what exceeds the memory limit */
	struct pd_spill chunks;	   /* encoded chunks: the INDEX block without its head */
	uint32_t nr_chunks;
	struct pdata_chunk now; /* the current chunk */
	uint32_t *counts;	/* counts of samples in the current chunk, by event index */
	size_t counts_cap;
	struct pdata_chunk_count *of_chunk; /* buffer for encoding the counts of a chunk */
	size_t of_chunk_cap;

	struct pd_spill spans; /* encoded side-band spans: the SIDEBAND block without its head */
	uint32_t nr_spans;
	struct pdata_sideband_span
		last[PD_INDEXER_SPANS]; /* the latest side-band spans, not encoded yet */
	uint32_t nr_last;
	bool span_ended; /* the next side-band record begins a new span */
	struct pd_sideband_backup copies;
	struct pdata_slices slices;

	struct pd_unzstd *unzstd; /* NULL: nothing had to be decompressed so far */
	/*
	 * the COMPRESSED record of the last pdata_indexer_add_compressed() did not end its zstd
	 * frame
	 */
	bool in_frame;
	uint8_t *un; /* first bytes of an incomplete record in decompressed data */
	size_t un_len;

	/*
	 * @sample_fn: called for each SAMPLE; @other_fn: called for each record that is not a
	 * SAMPLE; NULL: not called
	 */
	pdata_indexer_fn sample_fn, other_fn;
	void *fn_arg;
	uint64_t seq, nr_samples;
	bool ended;
};

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x);
/*
 * End the last chunk, the last side-band span and the side-band backup, after all data was added.
 * Return: 0; PDATA_E_CUT: the last record or its payload is incomplete; PDATA_E_NOMEM; PDATA_E_SYS.
 */
int pd_indexer_end(struct pdata_indexer *x);

#define PD_INDEXER_HEAD_MAX 24u

/* An encoded block of the trailer: its head, and @rest, the elements behind the head. */
struct pd_indexer_block {
	uint8_t head[PD_INDEXER_HEAD_MAX];
	size_t head_len;
	const struct pd_spill *rest;
};

/*
 * Make the INDEX (or SIDEBAND) block of @x. pd_indexer_end() must have been called. Return: 0 or
 * PDATA_E_NOMEM.
 */
int pd_indexer_index(const struct pdata_indexer *x, struct pd_indexer_block *b);
int pd_indexer_sideband(const struct pdata_indexer *x, struct pd_indexer_block *b);
/* Return the temporary file with the data that exceeds the memory limit of the indexer. */
struct pd_spill_file *pd_indexer_file(struct pdata_indexer *x);
/* Return the side-band backup of the indexer; it is complete after pd_indexer_end(). */
const struct pd_sideband_backup *pd_indexer_sideband_backup(const struct pdata_indexer *x);
