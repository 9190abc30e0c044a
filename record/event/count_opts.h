/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options that say which moments of an event count, and how often a sample is taken. */

#include <stdbool.h>
#include <stdint.h>

struct rec_toggle {
	uint64_t ms; /* since the start */
	bool on;
};

struct rec_count_opts {
	uint64_t period; /* -c; 0: not given */
	uint64_t freq;	 /* -F; 0: not given */
	bool freq_max, strict_freq;
	bool all_user, all_kernel;
	bool no_samples, inherit_stat, running_time, group;
	bool no_buffering;  /* wake up for each sample */
	bool off_cpu;	    /* times asleep are added up */
	bool overwrite;	    /* rings keep the latest and are written when asked for */
	bool overwrite_any; /* at least one event's do */
	bool use_clockid;
	int32_t clockid;
	int64_t delay_ms;	    /* -D; -1: stay off */
	struct rec_toggle *toggles; /* -D: when events go on and off, in order */
	uint32_t nr_toggles;
};
