/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --branch-history: sums of the branches of each frame of a call graph, over the chains from which
 * the graph was made.
 */

#include "profile/callgraph/callgraph_trie.h"

struct report_history *report_history_new(struct report *rp); /* NULL if memory is exhausted */
void report_history_free(struct report_history *h);

/*
 * Note that the graph of @row contains the chain of a hist entry from the frame @pos on. On
 * failure report_err() is set.
 */
void report_history_add(struct report_history *h, struct rep_row *row, uint32_t slot, uint32_t pos);

struct branch_counts;

/*
 * Return the branch counts of a graph's frames, by index in graph.classes; the caller frees them.
 * @g is the graph of @row. NULL: memory is exhausted.
 */
struct branch_counts *report_history_counts(struct report *rp, const struct callgraph *g,
					    const struct rep_row *row);

/* The sum over all branches of the row's graph. Each branch counts twice, once for each end. */
struct history_total {
	uint64_t nr, predicted, aborted, cycles;
};

void report_history_total(struct report_history *h, const struct rep_row *row,
			  struct history_total *t);

/*
 * Format the text that follows the name of a frame. @c may be NULL: no chain has branches at this
 * frame.
 */
void report_history_text(const struct branch_counts *c, char *buf, size_t size);

/* The counts of the graph's frame @at; NULL if @all is NULL. */
const struct branch_counts *report_history_of(const struct branch_counts *all, uint32_t at);
