/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts samples over time: the samples of each event in time intervals of equal length. */

#include "session/session.h"

struct out;

/* The time slices that the user asks for, and the number of samples of each event in each slice. */
struct timeline {
	struct rep_session *s;
	uint32_t nr_events;
	/* ns: times of the first and last sample of the recording; 0: no sample has a time */
	uint64_t first, last;
	uint64_t from, to;	  /* ns: samples with a time in [from, to) are counted */
	uint64_t start, interval; /* ns: start of the first slice; length of each slice */
	uint64_t nr;		  /* number of slices */
	uint64_t *counts;	  /* count of samples: counts[slice * nr_events + event] */
	uint64_t *of_event;	  /* array, indexed by event: count of its samples in all slices */
	uint64_t without_time;	  /* number of samples of the recording that have no time */
	bool indexed;		  /* all counts come from the index, without reading data */
	bool partly;		  /* data was read, but only chunks that the index selected */
};

void timeline_text(const struct timeline *t, struct out *o);
void timeline_json(const struct timeline *t, struct out *o);
