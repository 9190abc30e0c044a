/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Branches in call chains: the processor's LBR call stack of user space, and with --branch-history
 * the branches that led to the sample. A hist stores them in front of the words of the chain, see
 * hists_opts.branches.
 */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

enum chain_branches_kind {
	CHAIN_NO_BRANCHES,
	CHAIN_CALL_STACKS, /* LBR call stacks, in samples that have one */
	CHAIN_HISTORY,	   /* all branches; an LBR call stack is stored as such */
};

/* The branches of a chain, newest first. */
struct chain_branches {
	const uint64_t *words; /* three for each branch: from, to, flags */
	uint32_t nr;
	bool stack; /* the words are an LBR call stack, which is the outer end of the chain */
};

/* perf treats a branch stack with more branches as damaged. */
#define CHAIN_BRANCHES_MAX 127u

/* Return true if samples may have a branch stack in call-stack mode (LBR call stack). */
bool chain_branches_any_stack(const struct pdata_reader *r);

/* Return the number of words that chain_branches_store() writes at most. */
uint64_t chain_branches_size(const struct pdata_sample *s);

/*
 * Write the branches of a sample to @w; the chain's words go after them. @nr_ips: in: number of
 * words of the chain; reduced if an LBR call stack replaces the user part of the chain. Returns
 * the number of words written.
 */
uint64_t chain_branches_store(uint64_t *w, const struct pdata_sample *s,
			      const struct pdata_attr *attr, enum chain_branches_kind kind,
			      uint64_t max_stack, uint64_t *nr_ips);

/* Set @b to the branches stored at @w, which has @nr words. Returns how many words they take. */
uint32_t chain_branches_load(struct chain_branches *b, const uint64_t *w, uint32_t nr);

enum chain_frame_kind {
	CHAIN_FRAME_CALLED, /* a frame of the call chain, not of a branch */
	CHAIN_FRAME_TO,
	CHAIN_FRAME_FROM
};

/* The branch that a frame represents, and which end of the branch the frame is. */
struct chain_branch {
	enum chain_frame_kind kind;
	uint64_t from, to, flags;
	/* number of loop turns that were removed from the list in front of this branch */
	uint32_t iterations;
	uint64_t iteration_cycles;
};

/*
 * List the @max branches nearest to the sample, newest first, or with @caller the @max farthest,
 * oldest first. Only the first of repeated loop turns stays. Returns the number of branches in
 * @out, which has room for CHAIN_BRANCHES_MAX.
 */
uint32_t chain_branches_list(const struct chain_branches *b, bool caller, uint64_t max,
			     struct chain_branch *out);
