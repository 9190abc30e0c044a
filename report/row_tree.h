/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_ROW_TREE_H
#define REP_ROW_TREE_H

#include "report.h"

typedef bool (*row_before_fn)(const struct report *rp, const struct rep_row *a, const struct rep_row *b);

/*
 * Sort rows by an order that need not be one: some of perf's comparisons are not transitive, and what
 * it prints then depends on which pairs its red-black tree happens to compare. The rows go through
 * such a tree here as well, one after the other.
 */
void row_tree_sort(const struct report *rp, struct rep_row **rows, uint32_t nr, row_before_fn before);

#endif
