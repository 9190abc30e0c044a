/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* An event of the reader with the offsets of the fields in its records. */

#include "wire/plan.h"
#include <pdata/pdata.h>

/*
 * Offsets of fixed fields in the SAMPLEs of an event, in bytes from the start of the record; 0: the
 * field is not recorded.
 */
struct pd_head_offsets {
	uint32_t ip, tid, time, period;
	uint32_t size; /* offset of the end of all fixed fields */
};

/*
 * An event, and where its records carry id and time. Positions are in bytes; -1: the record has no
 * such field.
 */
struct pd_event {
	struct pdata_event pub; /* must be first: pointers to it are cast to struct pd_event */
	unsigned fixed_size;	/* bytes of the header and all fields of fixed length in a SAMPLE */
	uint64_t variable;	/* sample_type bits of the fields whose length is in the record */
	int id_head;		/* position of the id in a SAMPLE, from the end of the header */
	/* position of the id in other records, back from the end of the record */
	int id_tail;
	int time_head; /* position of the time in a SAMPLE, from the end of the header */
	/* position of the time in other records, back from the end of the record */
	int time_tail;
	struct pdata_sample_plan plan;
	struct pd_head_offsets head;
};
