/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records of some types in the data of rings. */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

/* Counts of samples, lost records, THROTTLE records and truncated AUX records. */
struct rec_counts {
	/* @samples: number of SAMPLE records; @lost: sum of the counts in LOST records */
	uint64_t samples, lost, throttled;
	uint64_t truncated; /* number of AUX records with PERF_AUX_FLAG_TRUNCATED */
};

/* Add the record of type @type with the @size bytes @data to @c, unless it is a sample. */
void rec_ring_count_record(struct rec_counts *c, uint32_t type, const void *data, size_t size);
void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c);

#define REC_WALK_HEAD 32u /* rec_count_spans() reads at most so many bytes of a record */

/*
 * State of rec_count_spans() between spans and calls: the beginning of a record whose rest comes
 * later. Zeroed if the last span ended at the end of a record.
 */
struct rec_walk {
	uint8_t head[REC_WALK_HEAD]; /* the first bytes of the record */
	size_t have;		     /* count of bytes of the record that were passed so far */
};

/*
 * Add the records of the @nr spans to @c. If @w has the beginning of a record, the first span
 * begins with the rest of this record.
 */
void rec_count_spans(struct rec_walk *w, struct rec_counts *c, const struct pdata_span *spans,
		     size_t nr);
