/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names and counts branch types, which are bits of pdata_branch.flags. */

#include "base/out.h"

#include <stddef.h>
#include <stdint.h>

#define BRANCH_TYPES 16u     /* values of PERF_BR_, in bits 20 to 23 */
#define BRANCH_NEW_TYPES 16u /* values of PERF_BR_NEW_, in bits 26 to 29; 8 of them have names */

/* Numbers of branches by type. nr_new: those of type PERF_BR_EXTEND_ABI, by PERF_BR_NEW_ value. */
struct branch_types {
	uint64_t nr[BRANCH_TYPES], nr_new[BRANCH_NEW_TYPES];
	uint64_t forward, backward;  /* conditional branches by direction */
	uint64_t cross_4k, cross_2m; /* branches to another page, to another huge page */
};

/* Return: the name of the type in @flags; "": the type is unknown. */
const char *branch_type_name(uint64_t flags);

void branch_types_count(struct branch_types *t, uint64_t flags, uint64_t from, uint64_t to,
			uint64_t nr);

/*
 * Print the closing lines of perf report, with the share of each type in all branches of known
 * type. Prints nothing if there are no such branches.
 */
void branch_types_put(const struct branch_types *t, struct out *o);

/*
 * Write the names of the types that were counted as " (NAME NAME", at most @size bytes. Return:
 * the length of the whole text; 0: no branch of known type.
 */
size_t branch_types_text(const struct branch_types *t, char *buf, size_t size);
