/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * With --branch-history: what the frames of a call graph are of branches, in sums over the chains
 * that made the graph.
 */

#include "profile/callgraph/callgraph_trie.h"

struct report_history *report_history_new(struct report *rp); /* NULL without memory */
void report_history_free(struct report_history *h);

/* The graph of @row has the chain of a sum from the frame @pos on. See report_err(). */
void report_history_add(struct report_history *h, struct rep_row *row, uint32_t slot, uint32_t pos);

struct branch_counts;

/* By index in graph.classes, to be freed; @g is the graph of @row. NULL without memory. */
struct branch_counts *report_history_counts(struct report *rp, const struct callgraph *g,
					    const struct rep_row *row);

/* Over all branches of the row's graph; each has two ends, which count. */
struct history_total {
	uint64_t nr, predicted, aborted, cycles;
};

void report_history_total(struct report_history *h, const struct rep_row *row,
			  struct history_total *t);

/* What stands behind the name of a frame; NULL: of one in no chain. */
void report_history_text(const struct branch_counts *c, char *buf, size_t size);

/* The counts of the graph's frame @at, NULL without any. */
const struct branch_counts *report_history_of(const struct branch_counts *all, uint32_t at);
