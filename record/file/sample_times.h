/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the times of the first and the last sample of a finished recording. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

/*
 * Positions of ring data in the data of a file. A position is the count of the data bytes before
 * it.
 */
struct rec_sample_times {
	uint64_t first;	     /* position of the first ring data */
	uint64_t starts[64]; /* circular array: positions of the last 64 passes over the rings */
	uint32_t nr;	     /* number of passes so far */
};

/*
 * Store the position of the pass over the rings that now begins: the file has @start bytes of data.
 */
void rec_sample_times_pass(struct rec_sample_times *t, uint64_t start);
/*
 * Read the times of the first and last sample from the file @fd. All its data, @bytes bytes, must
 * have been written before. Return: false if the times are not found.
 */
bool rec_sample_times_find(const struct rec_sample_times *t, const struct rec_evlist *l, int fd,
			   uint64_t bytes, struct pdata_sample_time *out);
