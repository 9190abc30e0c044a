/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Whether item @a is ordered before item @b. */
typedef bool (*tree_before_fn)(const void *ctx, uint32_t a, uint32_t b);

/*
 * Sort items 0 to @nr - 1 as perf does, by insertion into a red-black tree, one item after the
 * other. Some of perf's comparisons are not transitive, and perf's order then depends on which
 * pairs its red-black tree compares. @out: the numbers of the items in order. Return: 0; -ENOMEM:
 * @out has the items in the order of their numbers.
 */
int tree_sort(uint32_t *out, uint32_t nr, tree_before_fn before, const void *ctx);
