/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names and counts branch types, which are bits of pdata_branch.flags. */

#include "base/out.h"

#include <stddef.h>
#include <stdint.h>

#define BRANCH_TYPES 16u /* number of PERF_BR_ values, which are in bits 20 to 23 */
/* number of PERF_BR_NEW_ values, which are in bits 26 to 29; 8 of them have names */
#define BRANCH_NEW_TYPES 16u

/*
 * Counts of branches by type. @nr is indexed by PERF_BR_ value. @nr_new counts only branches of
 * type PERF_BR_EXTEND_ABI, and is indexed by PERF_BR_NEW_ value.
 */
struct branch_types {
	uint64_t nr[BRANCH_TYPES], nr_new[BRANCH_NEW_TYPES];
	/*
	 * @forward: conditional branches to a higher address; @backward: other conditional branches
	 */
	uint64_t forward, backward;
	/*
	 * @cross_2m: branches to another 2 MiB page; @cross_4k: branches to another 4 KiB page in
	 * the same 2 MiB page
	 */
	uint64_t cross_4k, cross_2m;
};

/* Return the name of the branch type in @flags; "": the type is unknown. */
const char *branch_type_name(uint64_t flags);

void branch_types_count(struct branch_types *t, uint64_t flags, uint64_t from, uint64_t to,
			uint64_t nr);

/*
 * Print the branch types as perf report does at the end of its output: the share of each type in
 * all branches of known type. Print nothing if no branch has a known type.
 */
void branch_types_put(const struct branch_types *t, struct out *o);

/*
 * Write the names of the counted types to @buf as " (NAME NAME", without a closing parenthesis; at
 * most @size bytes. Return: the length of the whole text; 0: no branch has a known type.
 */
size_t branch_types_text(const struct branch_types *t, char *buf, size_t size);
