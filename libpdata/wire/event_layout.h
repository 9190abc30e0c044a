/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* An event of the reader, and the offsets of the fields in its records. */

#include "wire/plan.h"
#include <pdata/pdata.h>

/*
 * Offsets of the fixed fields in the SAMPLEs of an event, from the record's first byte; 0: the
 * field is not recorded.
 */
struct pd_head_offsets {
	uint32_t ip, tid, time, period;
	uint32_t size; /* up to the end of all fixed fields */
};

/* An event and where its records carry id and time. Positions are bytes, -1: not there. */
struct pd_event {
	struct pdata_event pub; /* first: pdata_event pointers lead here */
	unsigned fixed_size;	/* of a SAMPLE: header, and all fields of one length */
	uint64_t variable;	/* fields whose length is in the record */
	int id_head;		/* of the id in a SAMPLE, from the header's end */
	int id_tail;		/* of the id in other records, back from their end */
	int time_head;		/* of the time in a SAMPLE */
	int time_tail;		/* of the time in other records */
	struct pdata_sample_plan plan;
	struct pd_head_offsets head;
};
