/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Kinds of branches, as the flags of struct pdata_branch have them: their names and how many there
 * are of each.
 */

#include "base/out.h"

#include <stddef.h>
#include <stdint.h>

#define BRANCH_TYPES 16u     /* bits 20 to 23 */
#define BRANCH_NEW_TYPES 16u /* bits 26 to 29, where the type says so; 8 have names */

struct branch_types {
	uint64_t nr[BRANCH_TYPES], nr_new[BRANCH_NEW_TYPES];
	uint64_t forward, backward;  /* of conditional ones */
	uint64_t cross_4k, cross_2m; /* that go to another page, to another huge page */
};

/* "" for one of unknown type. */
const char *branch_type_name(uint64_t flags);

void branch_types_count(struct branch_types *t, uint64_t flags, uint64_t from, uint64_t to,
			uint64_t nr);

/*
 * Shares of all branches of known type, as perf report ends with them; nothing where there are
 * none.
 */
void branch_types_put(const struct branch_types *t, struct out *o);

/* " (NAME NAME", at most @size bytes of it. Return: how long it is, 0 where no type is known. */
size_t branch_types_text(const struct branch_types *t, char *buf, size_t size);
