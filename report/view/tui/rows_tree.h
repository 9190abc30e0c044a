/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The call graph of a row as lines of a tree whose nodes can be expanded and collapsed. */

#include "profile/callgraph/callgraph_trie.h"
#include "view/tui/tui_int.h"

/*
 * A line of the tree shows one frame of a node of the call graph; a node is a run of frames
 * without a fork. The line of the node's first frame also shows the weight of the node (a
 * percentage, period or count) and, if the node can be expanded, the sign '+' or '-'.
 */
struct rows_tree_line {
	/* @node: index of the node in rows_tree.graph; @frame: index of the frame in the node */
	uint32_t node, frame;
	uint32_t depth;
	uint64_t total; /* the weight of the node is shown as a percentage of this period */
};

struct rows_tree {
	uint64_t pos; /* index of the row in tui_rows.rows */
	const struct rep_row *row;
	struct callgraph graph;
	uint8_t *open; /* array, indexed like graph.nodes: 1: the node is expanded; 0: it is not */
	struct rows_tree_line *lines;
	uint32_t nr, cap;
	/*
	 * period that is 100 % in the call graph of @row: chain_text_total() for the row's event;
	 * not used with CHAIN_FRACTAL
	 */
	uint64_t total;
	/* name of the symbol of @row, to find the row in the next report; NULL: no symbol */
	char *name;
};

/*
 * Make the tree of @row, with lines for the nodes of the first level only. Return: 0; -ENOMEM:
 * @tree has no lines. rows_tree_free() frees @tree in both cases.
 */
int rows_tree_init(struct rows_tree *tree, struct report *rp, const struct event_rows *ev,
		   const struct rep_row *row);
void rows_tree_free(struct rows_tree *tree);

/*
 * Return: the sign of the line @line: '+' if its node is collapsed, '-' if its node is expanded; a
 * blank if the node has nothing to expand, or if the line does not show the node's first frame.
 */
char rows_tree_sign(const struct rows_tree *tree, uint32_t line);
/* Expand the node of the line @line if the node is collapsed; otherwise collapse the node. */
void rows_tree_toggle(struct rows_tree *tree, struct report *rp, uint32_t line);
/* If @open is true, expand all nodes of the tree; otherwise collapse all nodes. */
void rows_tree_set_all(struct rows_tree *tree, struct report *rp, bool open);
/*
 * Print the line @line to @rp->out, without a newline. If @verbose is true, also print the name of
 * the object of the line's frame, at the end of the line.
 */
void rows_tree_print(const struct rows_tree *tree, struct report *rp, uint32_t line, bool verbose);
