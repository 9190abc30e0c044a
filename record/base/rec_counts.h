/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REC_COUNTS_H
#define REC_COUNTS_H

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
/* Add the records of spans that are whole records together. */
void rec_ring_count(struct rec_counts *c, const struct pdata_span *spans, uint32_t nr);

#endif
