/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --branch-history: adds up the branches at each frame of a call graph, over all chains from which
 * the graph was built.
 */

#include "profile/callgraph/callgraph_trie.h"

/* Returns NULL if memory is exhausted. */
struct report_history *report_history_new(struct report *rp);
void report_history_free(struct report_history *h);

/*
 * Add the hist entry with index @entry to the entries whose branch records (branch stack) are
 * counted for the call graph of @row. The graph contains the frames of the entry's call chain from
 * frame @pos on (the first frame is 0). If memory is exhausted, report_err() returns the error.
 */
void report_history_add(struct report_history *h, struct rep_row *row, uint32_t entry,
			uint32_t pos);

struct branch_counts;

/*
 * Return the branch counts of each frame of @g, the graph of @row. The array is indexed like
 * callgraph.classes; the caller frees it with free(). Return: NULL if memory is exhausted.
 */
struct branch_counts *report_history_counts(struct report *rp, const struct callgraph *g,
					    const struct rep_row *row);

/*
 * Sums over all branches in the call chains of a row's graph. @nr counts each branch twice, once
 * for its source and once for its target; the other members count it once.
 */
struct history_total {
	uint64_t nr, predicted, aborted, cycles;
};

void report_history_total(struct report_history *h, const struct rep_row *row,
			  struct history_total *t);

/*
 * Write to @buf the text about branches that the report prints after the name of a frame. @c: the
 * counts of the frame; NULL: no chain has a branch at this frame.
 */
void report_history_text(const struct branch_counts *c, char *buf, size_t size);

/*
 * Return the counts of the frame with index @at in callgraph.classes. @all is the result of
 * report_history_counts() for the graph. If @all is NULL, return NULL.
 */
const struct branch_counts *report_history_of(const struct branch_counts *all, uint32_t at);
