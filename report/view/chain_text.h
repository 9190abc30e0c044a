/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints call graphs as text. */

#include <stdbool.h>
#include <stdint.h>

struct callgraph_node;
struct callgraph_scratch;
struct event_rows;
struct out;
struct rep_row;
struct report;

/* Put the call graph below a row into @o. Return: 0, or -ENOMEM: the graph is missing. */
int chain_text(struct report *rp, struct out *o, struct callgraph_scratch *scratch,
	       const struct event_rows *ev, const struct rep_row *row);
/*
 * Return true if several threads may call chain_text() at a time: the graphs need no source lines,
 * which one thread reads, and no counts of branches.
 */
bool chain_text_is_concurrent(const struct report *rp);

/* Return true if chain_text() prints a graph for a row. */
bool chain_text_any(const struct report *rp, const struct event_rows *ev,
		    const struct rep_row *row);

/*
 * Parts of a graph, for a view that shows part of it: the name of a frame, the weight of a node,
 * and what the weights in percent are of.
 */
void chain_text_frame(struct report *rp, uint32_t cls);
void chain_text_value(struct report *rp, const struct callgraph_node *n, uint64_t total);
uint64_t chain_text_total(const struct report *rp, const struct event_rows *ev);
