/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts of the records that go by. */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

/* Sums over the headers of records. */
struct rec_counts {
	uint64_t samples, lost, throttled; /* lost: events that LOST records count */
	uint64_t truncated;		   /* AUX records with PERF_AUX_FLAG_TRUNCATED */
};

/* Add a record that is no sample. */
void rec_ring_count_record(struct rec_counts *c, uint32_t type, const void *data, size_t size);
void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c);

#define REC_WALK_HEAD 32u /* bytes of a record, at most, that say what it counts */

/* How far the record is known that a piece has cut; zeros where one begins. */
struct rec_walk {
	uint8_t head[REC_WALK_HEAD]; /* its first bytes */
	size_t have;		     /* bytes of it that have come */
};

/* Add the records of spans. The first may go on with what the last of an earlier call began. */
void rec_count_spans(struct rec_walk *w, struct rec_counts *c, const struct pdata_span *spans,
		     size_t nr);
