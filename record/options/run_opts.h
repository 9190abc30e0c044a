/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for the recorder itself: how long it runs, and how it is controlled. */

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

struct rec_run_opts {
	/*
	 * --list: list events and end the program; the glob for the names of events may also be
	 * the first argument that is no option
	 */
	bool list;
	/*
	 * glob for the names of the events to list; NULL: the first argument that is no option is
	 * the glob
	 */
	const char *list_pattern;
	bool dry_run; /* --dry-run: end before events or files are opened */
	bool status;  /* --status: print a status line every second */
	/* --control: text "fd:..." or "fifo:..."; NULL: option not given */
	const char *control;
	/* --html: path of the page to write at the end; NULL: write no page */
	const char *html;
	/*
	 * --max-size: end when the records in all output files have this number of bytes; 0: no
	 * limit
	 */
	uint64_t max_size;
	uint64_t duration_ms;	     /* --duration: end after this time in ms; 0: no limit */
	int realtime;		     /* --realtime: SCHED_FIFO priority; 0: do not set it */
	struct rec_evlist *triggers; /* events of --switch-output-event; NULL: none */
	int full_argc;		     /* number of arguments of the recorder's command line */
	char **full_argv;
};
