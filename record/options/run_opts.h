/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for the recorder itself: how long it runs, and how it is controlled. */

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

struct rec_run_opts {
	bool list; /* --list; the pattern may also be the first argument that is no option */
	const char *list_pattern;
	bool dry_run;		     /* end before anything is opened */
	bool status;		     /* print a status line every second */
	const char *control;	     /* --control */
	const char *html;	     /* --html: the page to write at the end; NULL: none */
	uint64_t max_size;	     /* end after this many bytes of data; 0: no limit */
	uint64_t duration_ms;	     /* end after this time; 0: no limit */
	int realtime;		     /* SCHED_FIFO priority of the recorder; 0: none */
	struct rec_evlist *triggers; /* --switch-output-event; NULL: none */
	int full_argc;		     /* the recorder's own command line */
	char **full_argv;
};
