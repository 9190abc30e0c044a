/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares the state of an indexer, which reads the data of a recording once to make an index of
 * it, and the functions that encode the results of the indexer as blocks of a trailer (data that
 * pdata appends to a recording).
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
	 * the part of a payload that the indexer did not get yet.
	 */
	uint64_t data_off, off;
	/*
	 * number of bytes of the last record's payload (AUX or tracing data) that the indexer did
	 * not get yet
	 */
	uint64_t payload;
	/* first bytes of a record whose last bytes pdata_indexer_add() did not get yet */
	uint8_t *begun;
	size_t begun_len;
	/* checksum of the bytes that were added to the current chunk (a part of the data) so far */
	struct pd_xxh3 *xxh3;
	struct pd_arena arena; /* holds the results of pdata_indexer_finish() */

	/* temporary file for results that exceed the memory limit of pdata_indexer_spill() */
	struct pd_spill_file file;
	/*
	 * encoded elements of the block INDEX of the trailer (blocks after the last section); one
	 * element for each chunk (a part of the data) that has ended
	 */
	struct pd_spill chunks;
	uint32_t nr_chunks;
	/* the current chunk, that is, the part of the data to which the next record is added */
	struct pdata_chunk now;
	/*
	 * array, indexed by event: number of samples in the current chunk (a part of the data with
	 * one checksum)
	 */
	uint32_t *counts;
	size_t counts_cap;
	/* buffer for the counts of a chunk (a part of the data) while the chunk is encoded */
	struct pdata_chunk_count *of_chunk;
	size_t of_chunk_cap;

	/* encoded elements of the trailer block SIDEBAND: ranges of side-band records */
	struct pd_spill spans;
	uint32_t nr_spans;
	/* the latest ranges of side-band records, which are not encoded into @spans yet */
	struct pdata_sideband_span last[PD_INDEXER_SPANS];
	uint32_t nr_last;
	bool span_ended; /* the next side-band record begins a new element of @last */
	struct pd_sideband_backup copies;
	struct pdata_slices slices;

	/* decompressor of compressed records; NULL: none was needed so far */
	struct pd_unzstd *unzstd;
	/*
	 * the record that was passed last to pdata_indexer_add_compressed() ends in the middle of a
	 * zstd frame
	 */
	bool in_frame;
	/* decompressed bytes of a record whose last bytes are in the next compressed record */
	uint8_t *un;
	size_t un_len;

	/*
	 * callbacks of the user of the indexer: @sample_fn gets each SAMPLE, @other_fn gets each
	 * other record; NULL: the user has set no such callback
	 */
	pdata_indexer_fn sample_fn, other_fn;
	void *fn_arg;
	uint64_t seq, nr_samples;
	bool ended;
};

struct pdata_slices *pd_indexer_slices(struct pdata_indexer *x);
/*
 * Call this function after all data was added: it ends the last chunk (a part of the data with one
 * checksum), the last range of side-band records, and the compressed copy of all side-band records
 * (x->copies). Return: 0; PDATA_E_CUT: the last record or its payload is incomplete;
 * PDATA_E_NOMEM; PDATA_E_SYS: the temporary file could not be written.
 */
int pd_indexer_end(struct pdata_indexer *x);

#define PD_INDEXER_HEAD_MAX 24u

/*
 * The encoded payload of a block of the trailer (blocks after the last section of the file).
 * @head: the fields before the first element; @rest: the elements.
 */
struct pd_indexer_block {
	uint8_t head[PD_INDEXER_HEAD_MAX];
	size_t head_len;
	const struct pd_spill *rest;
};

/*
 * pd_indexer_index() sets @b to the encoded payload of the trailer block INDEX of @x,
 * pd_indexer_sideband() to that of the trailer block SIDEBAND. The caller must have called
 * pd_indexer_end() before. Return: 0 or PDATA_E_NOMEM.
 */
int pd_indexer_index(const struct pdata_indexer *x, struct pd_indexer_block *b);
int pd_indexer_sideband(const struct pdata_indexer *x, struct pd_indexer_block *b);
/* Return the temporary file for results that exceed the memory limit of the indexer @x. */
struct pd_spill_file *pd_indexer_file(struct pdata_indexer *x);
/*
 * Return the side-band backup of the indexer: compressed copies of all side-band records. It is
 * complete after pd_indexer_end().
 */
const struct pd_sideband_backup *pd_indexer_sideband_backup(const struct pdata_indexer *x);
