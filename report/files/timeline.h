/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Counts samples over time: the samples of each event in time intervals of equal length. */

#include "session/session.h"

struct out;

/*
 * The time slices (intervals of equal length) that the user asks for, and the number of samples of
 * each event in each slice.
 */
struct timeline {
	struct rep_session *s;
	uint32_t nr_events;
	/* times in ns of the first and last sample of the recording; 0: no sample has a time */
	uint64_t first, last;
	/* a sample is counted if its time in ns is at least @from and below @to */
	uint64_t from, to;
	/*
	 * @start: time in ns at which the first slice starts; @interval: length in ns of each
	 * slice
	 */
	uint64_t start, interval;
	uint64_t nr; /* number of slices */
	/*
	 * array; element slice * nr_events + event: number of samples of the event in the time
	 * slice
	 */
	uint64_t *counts;
	/* array, indexed by event: number of samples of the event in all slices */
	uint64_t *of_event;
	/*
	 * number of samples of the whole recording that have no time, or whose time does not tell
	 * when the sample was taken (samples of --off-cpu)
	 */
	uint64_t without_time;
	/* all counts come from the index of the recording, so no data was read */
	bool indexed;
	/*
	 * the reader used the index to skip those ranges of the data section whose times are all
	 * below @from, or all at least @to
	 */
	bool partly;
	/*
	 * the recording has an index, whose counts are not used: they count records, and the
	 * samples have counter values (PERF_SAMPLE_READ)
	 */
	bool counters;
};

void timeline_text(const struct timeline *t, struct out *o);
void timeline_json(const struct timeline *t, struct out *o);
