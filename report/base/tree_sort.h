/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Function that returns whether the item with index @a comes before the item with index @b. */
typedef bool (*tree_before_fn)(const void *ctx, uint32_t a, uint32_t b);

/*
 * Sort the items with the indexes 0 to @nr - 1 as perf does: insert one item after the other into a
 * red-black tree. Some of perf's comparisons are not transitive; with such a comparison, the order
 * depends on which pairs of items the tree compares. @out gets the indexes of the items in order.
 * Return: 0; -ENOMEM: the items are not sorted, and @out has the indexes 0 to @nr - 1.
 */
int tree_sort(uint32_t *out, uint32_t nr, tree_before_fn before, const void *ctx);
