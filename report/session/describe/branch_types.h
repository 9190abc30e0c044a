/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Counts branches by type, and returns and prints the names of the types. The type of a branch is
 * in bits of pdata_branch.flags.
 */

#include "base/out.h"

#include <stddef.h>
#include <stdint.h>

#define BRANCH_TYPES 16u /* number of PERF_BR_ values (bits 20 to 23 of pdata_branch.flags) */
/*
 * number of PERF_BR_NEW_ values; 8 of them have names. The bits 26 to 29 of pdata_branch.flags have
 * a PERF_BR_NEW_ value only if the PERF_BR_ value is PERF_BR_EXTEND_ABI.
 */
#define BRANCH_NEW_TYPES 16u

/*
 * Numbers of branches by type. nr[i] is the number of branches with the PERF_BR_ value i.
 * nr_new[i] is the number of branches with the PERF_BR_ value PERF_BR_EXTEND_ABI and the
 * PERF_BR_NEW_ value i; @nr does not count these branches. Branches of unknown type
 * (PERF_BR_UNKNOWN) are not counted in any member.
 */
struct branch_types {
	uint64_t nr[BRANCH_TYPES], nr_new[BRANCH_NEW_TYPES];
	/*
	 * @forward: number of conditional branches (PERF_BR_COND) to a higher address; @backward:
	 * number of other conditional branches
	 */
	uint64_t forward, backward;
	/*
	 * @cross_2m: number of branches to another 2 MiB page; @cross_4k: number of branches to
	 * another 4 KiB page in the same 2 MiB page
	 */
	uint64_t cross_4k, cross_2m;
};

/*
 * Return the name of the branch type in @flags, which are pdata_branch.flags. The name is "" if
 * the PERF_BR_ value has no name, and "(null)" if the PERF_BR_ value is PERF_BR_EXTEND_ABI and the
 * PERF_BR_NEW_ value has no name.
 */
const char *branch_type_name(uint64_t flags);

void branch_types_count(struct branch_types *t, uint64_t flags, uint64_t from, uint64_t to,
			uint64_t nr);

/*
 * Print the branch types as perf report does at the end of its output: for each type its
 * percentage of all branches that @t->nr counts. Branches of unknown type are not counted. Print
 * nothing if @t->nr counts no branch.
 */
void branch_types_put(const struct branch_types *t, struct out *o);

/*
 * Write the names of all branch types that @t counts to the buffer @buf of @size bytes, in the
 * form " (NAME NAME", without a closing parenthesis. Return: length of the text; 0 if @t counts no
 * branch (@t counts only branches of known type); at least @size if the buffer is too small and the
 * text was cut.
 */
size_t branch_types_text(const struct branch_types *t, char *buf, size_t size);
