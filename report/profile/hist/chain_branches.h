/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores branches with call chains: the processor's LBR call stack of user space, and with
 * --branch-history the branches that led to the sample. A hist stores the branches of a sample in
 * front of the words of the sample's chain, see hists_opts.branches.
 */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

enum chain_branches_kind {
	CHAIN_NO_BRANCHES,
	CHAIN_CALL_STACKS, /* store the LBR call stack of each sample that has one */
	/*
	 * store all branches of the sample's branch stack; chain_branches.stack says whether they
	 * are an LBR call stack
	 */
	CHAIN_HISTORY,
};

/* The branches that a hist stores in front of one call chain, newest first. */
struct chain_branches {
	/* three words for each branch: source address, target address, flags */
	const uint64_t *words;
	uint32_t nr;
	/*
	 * true: the branches are an LBR call stack, which replaces the user frames, the last frames
	 * of the chain
	 */
	bool stack;
};

/*
 * Largest number of branches in a branch stack. perf treats a branch stack with more branches as
 * damaged; chain_branches_store() stores such a stack only if it is an LBR call stack.
 */
#define CHAIN_BRANCHES_MAX 127u

/*
 * Return true if some event of @r records call chains together with LBR call stacks
 * (PERF_SAMPLE_BRANCH_CALL_STACK).
 */
bool chain_branches_any_stack(const struct pdata_reader *r);

/* Return an upper limit of the number of 64-bit words that chain_branches_store() writes for @s. */
uint64_t chain_branches_size(const struct pdata_sample *s);

/*
 * Write to @w a 64-bit header word (the number of branches, and whether they are an LBR call
 * stack), and behind it those branches of sample @s that @kind selects. The caller then writes the
 * first *@nr_ips words of the sample's call chain behind the branches. Before the call, the caller
 * sets *@nr_ips to the number of all words of the call chain. If the sample has an LBR call stack,
 * and PERF_CONTEXT_USER is one of the first @max_stack words of the call chain, the LBR call stack
 * replaces the user frames (the words behind PERF_CONTEXT_USER): the function then reduces
 * *@nr_ips, so that PERF_CONTEXT_USER is the last of the *@nr_ips words. Return: the number of
 * words that the function wrote, including the header word.
 */
uint64_t chain_branches_store(uint64_t *w, const struct pdata_sample *s,
			      const struct pdata_attr *attr, enum chain_branches_kind kind,
			      uint64_t max_stack, uint64_t *nr_ips);

/*
 * Set @b to the branches that chain_branches_store() wrote to @w; @b then points into @w. @nr is
 * the number of words at @w, including the words of the call chain behind the branches. Return:
 * the number of words before the words of the call chain.
 */
uint32_t chain_branches_load(struct chain_branches *b, const uint64_t *w, uint32_t nr);

enum chain_frame_kind {
	CHAIN_FRAME_CALLED, /* the frame comes from the recorded call chain, not from a branch */
	CHAIN_FRAME_TO,
	CHAIN_FRAME_FROM
};

/* The branch whose source or target is shown as a frame of a call chain. */
struct chain_branch {
	enum chain_frame_kind kind;
	uint64_t from, to, flags;
	/*
	 * number of repeated loop iterations that chain_branches_list() removed from the list; the
	 * branches of these iterations stood directly before this branch
	 */
	uint32_t iterations;
	uint64_t iteration_cycles;
};

/*
 * Write at most @max branches of @b to @out, which must have room for CHAIN_BRANCHES_MAX elements.
 * If @caller is false, the function writes the branches nearest to the sample, newest first. If
 * @caller is true, it writes the branches farthest from the sample, oldest first. If a loop is
 * repeated, only one of its equal iterations stays in @out. Return: the number of branches in
 * @out.
 */
uint32_t chain_branches_list(const struct chain_branches *b, bool caller, uint64_t max,
			     struct chain_branch *out);
