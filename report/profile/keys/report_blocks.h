/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Blocks of code between branches, with the cycles that branch stacks have for them; for
 * --total-cycles and report_ipc.h.
 */

#include "profile/model/report.h"

struct report_blocks;

/*
 * All blocks of a function that end at one offset. If their starts differ, nr and cycles count only
 * those with the lowest start.
 */
struct report_block {
	const struct sym *sym;
	uint64_t start, end; /* offsets in the function; start is 0 if it is not known */
	bool have_start;
	uint64_t nr, cycles; /* number of blocks from start to end, and the sum of their cycles */
	uint64_t nr_longer;  /* number of times that a lower start has replaced the start */
	/* number of blocks with any start, and the sum of their cycles */
	uint64_t nr_all, cycles_all;
};

/*
 * Read the file once more, after the rows were made. Return: NULL if memory is exhausted; see
 * report_err().
 */
struct report_blocks *report_blocks_new(struct report *rp);
void report_blocks_free(struct report_blocks *b);

/* The blocks of a function, in ascending order of their ends. Return: their number. */
uint32_t report_blocks_of(const struct report_blocks *b, const struct sym *sym,
			  const struct report_block **blocks);

/* All blocks, sorted by function. @cycles: the sum of their cycles. Return: their number. */
uint32_t report_blocks_all(const struct report_blocks *b, const struct report_block **blocks,
			   uint64_t *cycles);
