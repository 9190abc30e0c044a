/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the times of the first and the last sample of a finished recording. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

/*
 * Positions at which ring data begins in a file. In each pass over the rings, the recorder writes
 * the unread data of the rings to the file. A position is an offset in bytes from the start of the
 * data section of the file.
 */
struct rec_sample_times {
	/*
	 * offset in bytes, from the start of the data section, at which the data of the first pass
	 * over the rings begins
	 */
	uint64_t first;
	/*
	 * circular array: for each of the last 64 passes over the rings, the offset in the data
	 * section at which the data of this pass begins
	 */
	uint64_t starts[64];
	uint32_t nr; /* number of passes so far */
};

/*
 * Store in @t the position at which the data of a new pass over the rings begins. @start: this
 * position, the size in bytes of the data section when the pass begins.
 */
void rec_sample_times_pass(struct rec_sample_times *t, uint64_t start);
/*
 * Read the times of the first and last sample from the start and the end of the file @fd, and
 * store them in @out. The whole data section, @bytes bytes, must have been written before. Return:
 * true; false: the times are not found.
 */
bool rec_sample_times_find(const struct rec_sample_times *t, const struct rec_evlist *l, int fd,
			   uint64_t bytes, struct pdata_sample_time *out);
