/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts the records of some types in the data of rings. */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

/* Counts of samples, lost records, THROTTLE records and truncated AUX records. */
struct rec_counts {
	/*
	 * @samples: number of SAMPLE records; @lost: sum of the counts in LOST records;
	 * @throttled: number of THROTTLE records
	 */
	uint64_t samples, lost, throttled;
	uint64_t truncated; /* number of AUX records with PERF_AUX_FLAG_TRUNCATED */
};

/*
 * If a record is a LOST record, add the count in the record to c->lost. If the record is a
 * THROTTLE or a truncated AUX record, add 1 to c->throttled or to c->truncated. Ignore samples and
 * other records. @type: type of the record; @data: the @size bytes of the record, with its header.
 */
void rec_ring_count_record(struct rec_counts *c, uint32_t type, const void *data, size_t size);
void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c);

/* size of rec_walk.head in bytes: rec_count_spans() needs no more bytes of a record */
#define REC_WALK_HEAD 32u

/*
 * State of rec_count_spans() between calls: the beginning of a record whose rest comes in a later
 * call. If the data of the last call ended at the end of a record, @have is 0.
 */
struct rec_walk {
	/* the first bytes of the record whose rest comes in a later call of rec_count_spans() */
	uint8_t head[REC_WALK_HEAD];
	/*
	 * number of bytes of the record that rec_count_spans() has got so far, including bytes that
	 * are not in @head
	 */
	size_t have;
};

/*
 * Count the samples and the LOST, THROTTLE and truncated AUX records in ring data, and add the
 * counts to @c. @spans: array of the addresses and lengths of the @nr parts of the data. If @w has
 * the beginning of a record, the first part begins with the rest of this record.
 */
void rec_count_spans(struct rec_walk *w, struct rec_counts *c, const struct pdata_span *spans,
		     size_t nr);
