/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stretches of code between branches, with the cycles that branch stacks count for them: for
 * --total-cycles and report_ipc.h.
 */

#include "profile/model/report.h"

struct report_blocks;

/* What ends at an offset of a function. Of several beginnings the earliest one counts. */
struct report_block {
	const struct sym *sym;
	uint64_t start, end; /* offsets; start is 0 where it is not known */
	bool have_start;
	uint64_t nr, cycles;	     /* of the stretch from start */
	uint64_t nr_longer;	     /* times that a longer one took the place of another */
	uint64_t nr_all, cycles_all; /* of all that end here */
};

/* Reads the file once more, after the rows are made. NULL without memory; see report_err(). */
struct report_blocks *report_blocks_new(struct report *rp);
void report_blocks_free(struct report_blocks *b);

/* Those of a function, ascending by their ends. Return: how many. */
uint32_t report_blocks_of(const struct report_blocks *b, const struct sym *sym,
			  const struct report_block **blocks);

/* All of them, by function. @cycles: the sum of theirs. Return: how many. */
uint32_t report_blocks_all(const struct report_blocks *b, const struct report_block **blocks,
			   uint64_t *cycles);
