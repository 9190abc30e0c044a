/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the times of the first and the last sample of a finished recording. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_evlist;

struct rec_sample_times {
	uint64_t first;	     /* bytes of data before the first ring data */
	uint64_t starts[64]; /* bytes of data before the latest passes over the rings; circular */
	uint32_t nr;
};

/* Note that a pass over the rings begins to write after @start bytes of data. */
void rec_sample_times_pass(struct rec_sample_times *t, uint64_t start);
/*
 * Read the times from a file that has @bytes of data; all of them must be written. Return: false
 * if not found.
 */
bool rec_sample_times_find(const struct rec_sample_times *t, const struct rec_evlist *l, int fd,
			   uint64_t bytes, struct pdata_sample_time *out);
