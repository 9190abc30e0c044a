/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options about the recorder itself: how long it runs, and who steers it. */

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

struct rec_run_opts {
	bool list; /* --list; the pattern may be the first argument */
	const char *list_pattern;
	bool dry_run;		     /* end before anything is opened */
	bool status;		     /* a line now and then about how it goes */
	const char *control;	     /* --control */
	uint64_t max_size;	     /* bytes of data that end the recording; 0: no limit */
	uint64_t duration_ms;	     /* that end the recording; 0: no limit */
	int realtime;		     /* SCHED_FIFO priority of the recorder; 0: none */
	struct rec_evlist *triggers; /* events that ask for the next file; NULL: none */
	int full_argc;		     /* as we were started */
	char **full_argv;
};
