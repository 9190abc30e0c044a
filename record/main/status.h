/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the user is told: how the recording goes, how it went, what it cost. */

#include <stdint.h>

struct rec;

/* A line on a terminal that is written over, or one of many. */
void rec_print_status(struct rec *r);

/* What a file has that could not be written to the end. */
struct rec_saved {
	const char *path;
	uint64_t bytes, samples; /* bytes of data */
};

/* The closing line and what it asks for; @saved NULL: all was written. */
void rec_print_summary(struct rec *r, const struct rec_saved *saved);
/* Counters of our own, with -v (overhead.c). */
void rec_overhead_open(struct rec *r);
void rec_overhead_print(const struct rec *r);
void rec_overhead_close(struct rec *r);
