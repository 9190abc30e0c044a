/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the status line, the summary, and the cost of a recording. */

#include <stdint.h>

struct rec;

/*
 * Print a status line on standard error. On a terminal the new line overwrites the previous status
 * line; in a file or pipe the new line follows the previous line.
 */
void rec_print_status(struct rec *r);

/* The part of a recording that was saved in the file before a write failed. */
struct rec_saved {
	const char *path;
	/*
	 * @bytes: size in bytes of the records in the file; @samples: number of samples among them
	 */
	uint64_t bytes, samples;
};

/*
 * Print the summary line at the end of a recording, and warnings with advice. @saved: the part of
 * the recording that is in the file after a write has failed; NULL: no write has failed.
 */
void rec_print_summary(struct rec *r, const struct rec_saved *saved);
/* With -v: open counters that measure the cost of the recorder itself (overhead.c). */
void rec_overhead_open(struct rec *r);
void rec_overhead_print(const struct rec *r);
void rec_overhead_close(struct rec *r);
