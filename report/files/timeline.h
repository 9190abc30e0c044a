/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Samples over time: how many of each event in slices of one length. */

#include "session/session.h"

struct out;

/* The slices asked for, and what is in them. */
struct timeline {
	struct rep_session *s;
	uint32_t nr_events;
	uint64_t first, last;	  /* ns: of the samples of the recording; 0 when none has a time */
	uint64_t from, to;	  /* samples of this time are counted, but none at @to */
	uint64_t start, interval; /* of the first slice; of all */
	uint64_t nr;		  /* slices */
	uint64_t *counts;	  /* by slice, then event */
	uint64_t *of_event;	  /* in all slices */
	uint64_t without_time;	  /* samples of the recording */
	bool indexed;		  /* no data was read */
	bool partly;		  /* an index said where to read */
};

void timeline_text(const struct timeline *t, struct out *o);
void timeline_json(const struct timeline *t, struct out *o);
