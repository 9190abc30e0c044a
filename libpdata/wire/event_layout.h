/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines an event of the reader, with the offsets of fields in the records of the event. */

#include "wire/plan.h"
#include <pdata/pdata.h>

/*
 * Offsets in bytes of the fields ip, tid, time and period from the start of a SAMPLE, the same for
 * all samples of an event; 0: the samples have no such field.
 */
struct pd_head_offsets {
	uint32_t ip, tid, time, period;
	uint32_t size; /* end offset of all fields that have a fixed offset */
};

/*
 * An event, and the positions of id and time in its records. @id_head, @id_tail, @time_head and
 * @time_tail are in bytes; -1: the records have no such field.
 */
struct pd_event {
	struct pdata_event pub; /* must be first: pointers to it are cast to struct pd_event */
	unsigned fixed_size;	/* bytes of a SAMPLE: header and all fields of fixed size */
	uint64_t variable;	/* sample_type bits of the fields whose size is in the record */
	int id_head;		/* position of the id in a SAMPLE, from the end of the header */
	/* position of the id in records other than SAMPLE, back from the end of the record */
	int id_tail;
	int time_head; /* position of the time in a SAMPLE, from the end of the header */
	/* position of the time in records other than SAMPLE, back from the end of the record */
	int time_tail;
	struct pdata_sample_plan plan;
	struct pd_head_offsets head;
};
