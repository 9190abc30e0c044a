/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines an event of the reader, with the offsets of fields in the records of the event. */

#include "wire/plan.h"
#include <pdata/pdata.h>

#include <stdbool.h>

/*
 * Offsets in bytes of the fields ip, tid, time and period from the start of a SAMPLE, the same for
 * all samples of an event; 0: the samples have no such field.
 */
struct pd_head_offsets {
	uint32_t ip, tid, time, period;
	uint32_t size; /* end offset in the SAMPLE of the last field that has a fixed offset */
};

/*
 * An event of the reader, and the positions in bytes of id and time in its records. @id_head and
 * @time_head are for SAMPLEs, @id_tail and @time_tail for other kernel records; each is -1 if these
 * records have no such field.
 */
struct pd_event {
	/* the public part; it must be first, because pointers to it are cast to struct pd_event */
	struct pdata_event pub;
	/* size in bytes of the record header and of all fixed-size fields of a SAMPLE, in total */
	unsigned fixed_size;
	/* sample_type bits of the fields of variable size, which have their size in the record */
	uint64_t variable;
	/* distance in bytes of the id of a SAMPLE from the end of the record header */
	int id_head;
	/*
	 * distance in bytes from the start of the id to the end of the record, for kernel records
	 * other than SAMPLE
	 */
	int id_tail;
	/* distance in bytes of the time of a SAMPLE from the end of the record header */
	int time_head;
	/*
	 * distance in bytes from the start of the time to the end of the record, for kernel
	 * records other than SAMPLE
	 */
	int time_tail;
	struct pdata_sample_plan plan;
	struct pd_head_offsets head;
};

/*
 * Whether @a has a sample_type although it has no samples and no other records that depend on the
 * sample_type. Counters of perf stat record have the sample_type IDENTIFIER in files, and none in
 * pipes: perf script reads no counters from a pipe with a sample_type.
 */
static inline bool pd_is_file_counter(const struct pdata_attr *a)
{
	return a->sample_type == PDATA_SAMPLE_IDENTIFIER && !a->sample_period &&
	       !pdata_attr_flag(a, PDATA_ATTR_SAMPLE_ID_ALL);
}
