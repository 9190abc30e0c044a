/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records in the data of rings. */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

/* Numbers of samples, lost events, THROTTLE records and truncated AUX records. */
struct rec_counts {
	uint64_t samples, lost, throttled; /* lost: the sum of the counts in LOST records */
	uint64_t truncated;		   /* AUX records with PERF_AUX_FLAG_TRUNCATED */
};

/* Count a record that is not a sample. */
void rec_ring_count_record(struct rec_counts *c, uint32_t type, const void *data, size_t size);
void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c);

#define REC_WALK_HEAD 32u /* rec_count_spans() needs at most this many bytes of a record */

/* The part of a record that is split between spans or calls; zeroed if there is no such record. */
struct rec_walk {
	uint8_t head[REC_WALK_HEAD]; /* the first bytes of the record */
	size_t have;		     /* bytes of the record seen so far */
};

/* Count the records of @spans. The first span may begin with the rest of the record in @w. */
void rec_count_spans(struct rec_walk *w, struct rec_counts *c, const struct pdata_span *spans,
		     size_t nr);
