/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Does item @a stand before item @b? */
typedef bool (*tree_before_fn)(const void *ctx, uint32_t a, uint32_t b);

/*
 * Sort the items 0 to @nr - 1 by an order that need not be one: some of perf's comparisons are not
 * transitive, and what it prints then depends on which pairs its red-black tree happens to
 * compare. The items go through such a tree here as well, one after the other. @out: their numbers
 * in order. Return: 0 or -ENOMEM, with the items in @out in the order of their numbers.
 */
int tree_sort(uint32_t *out, uint32_t nr, tree_before_fn before, const void *ctx);
