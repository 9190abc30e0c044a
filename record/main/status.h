/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints the status line, the summary, and the cost of a recording. */

#include <stdint.h>

struct rec;

/* Print a status line. On a terminal it replaces the last one, elsewhere it is a new line. */
void rec_print_status(struct rec *r);

/* The content of a file whose recording was ended by a failed write. */
struct rec_saved {
	const char *path;
	uint64_t bytes, samples; /* bytes of data */
};

/* Print the last line, with warnings and advice. @saved is NULL if everything was written. */
void rec_print_summary(struct rec *r, const struct rec_saved *saved);
/* With -v: open the counters of the recorder's own cost (overhead.c). */
void rec_overhead_open(struct rec *r);
void rec_overhead_print(const struct rec *r);
void rec_overhead_close(struct rec *r);
