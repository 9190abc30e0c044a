/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Branches in call chains: those that the processor keeps as the user's call stack, and with
 * --branch-history those that led to the sample. In a hist they stand before the words of the
 * chain, see hist_opts.branches.
 */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

enum chain_branches_kind {
	CHAIN_NO_BRANCHES,
	CHAIN_CALL_STACKS, /* of samples that have one */
	CHAIN_HISTORY,	   /* any branches; a call stack stays one */
};

/* The branches of a chain, newest first. */
struct chain_branches {
	const uint64_t *words; /* from, to, flags of each */
	uint32_t nr;
	bool stack; /* of calls: the chain ends with it */
};

/* More of them are taken for damage, as perf does. */
#define CHAIN_BRANCHES_MAX 127u

/* How many words chain_branches_store() writes. */
uint64_t chain_branches_size(const struct pdata_sample *s);

/*
 * Write what there is of the sample's branches before its chain. @nr_ips: how many words of the
 * chain belong to it, less where a call stack takes the place of the rest. Return: words written.
 */
uint64_t chain_branches_store(uint64_t *w, const struct pdata_sample *s,
			      const struct pdata_attr *attr, enum chain_branches_kind kind,
			      uint64_t max_stack, uint64_t *nr_ips);

/* Take that apart. Return: how many words it took of @nr. */
uint32_t chain_branches_load(struct chain_branches *b, const uint64_t *w, uint32_t nr);

enum chain_frame_kind {
	CHAIN_FRAME_CALLED, /* of no branch */
	CHAIN_FRAME_TO,
	CHAIN_FRAME_FROM
};

/* A branch as a frame has it. */
struct chain_branch {
	enum chain_frame_kind kind;
	uint64_t from, to, flags;
	uint32_t iterations; /* that were left out behind it */
	uint64_t iteration_cycles;
};

/*
 * The @max branches that are nearest to the sample, or with @caller the farthest, in the order of
 * the report; loops are left out but for once. Return: how many there are in @out, which has room
 * for CHAIN_BRANCHES_MAX.
 */
uint32_t chain_branches_list(const struct chain_branches *b, bool caller, uint64_t max,
			     struct chain_branch *out);
