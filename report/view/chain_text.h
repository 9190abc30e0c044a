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

/*
 * Append the call graph of @row to @o; append nothing if chain_text_any() is false for the row.
 * Return: 0; -ENOMEM: memory is exhausted, and the graph is missing in @o.
 */
int chain_text(struct report *rp, struct out *o, struct callgraph_scratch *scratch,
	       const struct event_rows *ev, const struct rep_row *row);
/*
 * Return: whether several threads may call chain_text() at the same time. Only one thread may call
 * it if frames differ by address or by source line (chain_opts.by_address, chain_opts.by_line), or
 * if branch counts are printed.
 */
bool chain_text_is_concurrent(const struct report *rp);

/* Return: whether @row has call chains, and its period reaches the minimum for a call graph. */
bool chain_text_any(const struct report *rp, const struct event_rows *ev,
		    const struct rep_row *row);

/*
 * Functions that print parts of a call graph, for a view that shows only some nodes.
 * chain_text_frame() prints the name of a frame to @rp->out. @cls: index in @rp->locations.classes
 * of the location class of the frame; a class stands for all addresses that the call graph shows as
 * one frame. chain_text_value() prints the weight of the node @n to @rp->out, in the form that
 * @rp->chain.value selects: a percentage of @total, a period or a count. chain_text_total() returns
 * the period that is 100 % in the call graphs of the event @ev. Call graphs with CHAIN_FRACTAL do
 * not use this period, because each of their percentages is relative to the parent of the node.
 */
void chain_text_frame(struct report *rp, uint32_t cls);
void chain_text_value(struct report *rp, const struct callgraph_node *n, uint64_t total);
uint64_t chain_text_total(const struct report *rp, const struct event_rows *ev);
