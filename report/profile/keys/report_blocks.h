/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds blocks of code between branches, with the cycles that branch stacks report for the blocks;
 * for --total-cycles and report_ipc.h.
 */

#include "profile/model/report.h"

struct report_blocks;

/*
 * Sums over the blocks of one function that end at the same offset. A block is the code between the
 * target of one branch and the source of the next branch. @nr_all and @cycles_all include all these
 * blocks. @nr and @cycles include only the blocks that begin at @start, the lowest known start; if
 * no start is known, they include all blocks.
 */
struct report_block {
	const struct sym *sym;
	/*
	 * offsets from the start of the function. @start: first instruction of the block; if
	 * @have_start is false, the first instruction is not known, and @start is 0. @end: branch
	 * instruction at the end of the block.
	 */
	uint64_t start, end;
	bool have_start;
	/*
	 * @nr: how often the code from @start to @end ran as one block; @cycles: sum of the cycles
	 * of these runs
	 */
	uint64_t nr, cycles;
	/*
	 * how often @nr and @cycles began again from 0 because a longer block was found. A block is
	 * longer if it starts before @start. The first block with a known start also counts as
	 * longer if blocks without a known start were found before.
	 */
	uint64_t nr_longer;
	/* @nr_all: number of blocks that end at @end, with any start; @cycles_all: their cycles */
	uint64_t nr_all, cycles_all;
};

/*
 * Read the recording of @rp once more, and find the blocks of code between branches. The caller
 * has made the rows of @rp before. Return: NULL if memory for the result is exhausted. If memory
 * is exhausted later, blocks are missing in the result, and report_err() returns the error.
 */
struct report_blocks *report_blocks_new(struct report *rp);
void report_blocks_free(struct report_blocks *b);

/*
 * Set *@blocks to an array of the blocks of the function @sym, in ascending order of their ends.
 * Return: the number of blocks.
 */
uint32_t report_blocks_of(const struct report_blocks *b, const struct sym *sym,
			  const struct report_block **blocks);

/*
 * Set *@blocks to an array of all blocks, sorted by function. *@cycles is set to the sum of the
 * cycles of all branches that were read, including the branches that are in no block. Return: the
 * number of blocks.
 */
uint32_t report_blocks_all(const struct report_blocks *b, const struct report_block **blocks,
			   uint64_t *cycles);
