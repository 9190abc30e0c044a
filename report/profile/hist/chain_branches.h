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
	CHAIN_HISTORY,	   /* store all branches; an LBR call stack is marked as such */
};

/* The branches that are stored with one chain, newest first. */
struct chain_branches {
	/* three words for each branch: source address, target address, flags */
	const uint64_t *words;
	uint32_t nr;
	/* @words are an LBR call stack, which stands for the user frames of the chain */
	bool stack;
};

/* Limit of branches in a branch stack. perf treats a branch stack with more branches as damaged. */
#define CHAIN_BRANCHES_MAX 127u

/*
 * Return true if some event of @r records call chains together with LBR call stacks
 * (PERF_SAMPLE_BRANCH_CALL_STACK).
 */
bool chain_branches_any_stack(const struct pdata_reader *r);

/* Return an upper limit of the number of words that chain_branches_store() writes for sample @s. */
uint64_t chain_branches_size(const struct pdata_sample *s);

/*
 * Write the branches of sample @s to @w. The caller puts the words of the chain after the words
 * that the function wrote. *@nr_ips is the number of words of the chain; the function reduces it if
 * an LBR call stack replaces the user frames of the chain. @max_stack: number of chain words to
 * search for PERF_CONTEXT_USER. Return: the number of words written.
 */
uint64_t chain_branches_store(uint64_t *w, const struct pdata_sample *s,
			      const struct pdata_attr *attr, enum chain_branches_kind kind,
			      uint64_t max_stack, uint64_t *nr_ips);

/*
 * Set @b to the branches that chain_branches_store() wrote to @w. @nr: number of words at @w. @b
 * points into @w. Return: the number of words that the branches take.
 */
uint32_t chain_branches_load(struct chain_branches *b, const uint64_t *w, uint32_t nr);

enum chain_frame_kind {
	CHAIN_FRAME_CALLED, /* the frame is from the call chain; it is no end of a branch */
	CHAIN_FRAME_TO,
	CHAIN_FRAME_FROM
};

/* The branch whose source or target is shown as a frame of a call chain. */
struct chain_branch {
	enum chain_frame_kind kind;
	uint64_t from, to, flags;
	/*
	 * count of repeated loop iterations that chain_branches_list() removed from the list
	 * directly before this branch
	 */
	uint32_t iterations;
	uint64_t iteration_cycles;
};

/*
 * List at most @max branches of @b in @out, which must have room for CHAIN_BRANCHES_MAX elements.
 * Without @caller: the branches nearest to the sample, newest first. With @caller: the branches
 * farthest from the sample, oldest first. If a loop is repeated, only one of its equal iterations
 * stays in the list. Return: the number of branches in @out.
 */
uint32_t chain_branches_list(const struct chain_branches *b, bool caller, uint64_t max,
			     struct chain_branch *out);
