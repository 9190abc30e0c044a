/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts samples over time: the samples of each event in time intervals of equal length. */

#include "session/session.h"

struct out;

/* The requested slices, and the number of samples in each. */
struct timeline {
	struct rep_session *s;
	uint32_t nr_events;
	/* ns: times of the first and last sample; 0 if no sample has a time */
	uint64_t first, last;
	uint64_t from, to;	  /* ns: samples from this time on and before @to are counted */
	uint64_t start, interval; /* ns: start of the first slice; length of each */
	uint64_t nr;		  /* number of slices */
	uint64_t *counts;	  /* samples by slice, then event */
	uint64_t *of_event;	  /* samples by event, in all slices */
	uint64_t without_time;	  /* samples of the recording without a time */
	bool indexed;		  /* the numbers come from the index alone: no data was read */
	bool partly;		  /* only the chunks that the index selected were read */
};

void timeline_text(const struct timeline *t, struct out *o);
void timeline_json(const struct timeline *t, struct out *o);
