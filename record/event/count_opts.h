/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for counting: when and where events are enabled, and how often a sample is taken. */

#include <stdbool.h>
#include <stdint.h>

struct rec_toggle {
	uint64_t ms; /* milliseconds since the start */
	bool on;
};

struct rec_count_opts {
	uint64_t period; /* -c; 0: not given */
	uint64_t freq;	 /* -F; 0: not given */
	bool freq_max, strict_freq;
	bool all_user, all_kernel;
	bool no_samples, inherit_stat, running_time, group;
	bool no_buffering; /* the recorder is woken up by each sample */
	bool off_cpu;	   /* --off-cpu: the time that tasks sleep is summed up */
	/*
	 * overwrite mode: rings keep the latest records, which a signal or trigger writes to the
	 * file
	 */
	bool overwrite;
	bool overwrite_any; /* at least one event's ring is in overwrite mode */
	bool use_clockid;
	int32_t clockid;
	int64_t delay_ms;	    /* -D; -1: events stay disabled */
	struct rec_toggle *toggles; /* -D: the times to enable and disable events, in order */
	uint32_t nr_toggles;
};
