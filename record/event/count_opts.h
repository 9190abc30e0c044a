/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for counting: when and where events are enabled, and how often a sample is taken. */

#include <stdbool.h>
#include <stdint.h>

struct rec_toggle {
	uint64_t ms; /* milliseconds since the recording started */
	bool on;     /* true: enable the events; false: disable them */
};

struct rec_count_opts {
	uint64_t period; /* -c: events per sample; 0: option not given */
	uint64_t freq;	 /* -F: samples per second; 0: option not given */
	bool freq_max, strict_freq;
	bool all_user, all_kernel;
	bool no_samples, inherit_stat, running_time, group;
	bool no_buffering; /* --no-buffering: each sample wakes up the recorder */
	bool off_cpu;	   /* --off-cpu: also record how long tasks sleep, by stack */
	/*
	 * --overwrite: rings keep the latest records. The recorder writes them to the file on a
	 * signal or a trigger event, and at the end.
	 */
	bool overwrite;
	bool overwrite_any; /* at least one event's ring is in overwrite mode */
	bool use_clockid;
	int32_t clockid;
	/*
	 * -D: time in ms until events are enabled; 0: no delay; -1: only --control enables events
	 */
	int64_t delay_ms;
	/* -D: times at which events are enabled or disabled, ascending */
	struct rec_toggle *toggles;
	uint32_t nr_toggles;
};
