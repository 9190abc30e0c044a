/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The call graph of a row as lines of a tree whose nodes can be expanded and collapsed. */

#include "profile/callgraph/callgraph_trie.h"
#include "view/tui/tui_int.h"

/*
 * A line of the tree: one frame of a node of the call graph. The line of the node's first frame
 * also shows the weight of the node, and the sign '+' or '-'.
 */
struct rows_tree_line {
	/* @node: index of the node in rows_tree.graph; @frame: index of the frame in the node */
	uint32_t node, frame;
	uint32_t depth;
	uint64_t total; /* the period that is 100 % for the weight of the node */
};

struct rows_tree {
	uint64_t pos; /* index of the row in tui_rows.rows */
	const struct rep_row *row;
	struct callgraph graph;
	uint8_t *open; /* whether a node is expanded; array, indexed by node of @graph */
	struct rows_tree_line *lines;
	uint32_t nr, cap;
	uint64_t total; /* result of chain_text_total() for the event */
	/* name of the row's symbol, to find the row in another report; NULL: no symbol */
	char *name;
};

/*
 * Make the tree of a row with the lines of the first level. Return: 0; -ENOMEM: there is nothing to
 * free.
 */
int rows_tree_init(struct rows_tree *tree, struct report *rp, const struct event_rows *ev,
		   const struct rep_row *row);
void rows_tree_free(struct rows_tree *tree);

/*
 * Return: the sign of a line: '+' for a collapsed node, '-' for an expanded node, ' ' for a line
 * that cannot be expanded.
 */
char rows_tree_sign(const struct rows_tree *tree, uint32_t line);
/* Expand the node of line @line if it is collapsed; collapse it if it is expanded. */
void rows_tree_toggle(struct rows_tree *tree, struct report *rp, uint32_t line);
/* Expand (@open) or collapse all nodes of the tree. */
void rows_tree_set_all(struct rows_tree *tree, struct report *rp, bool open);
/*
 * Print the line @line to @rp->out, without a newline. @verbose: print the object of the frame
 * after the line.
 */
void rows_tree_print(const struct rows_tree *tree, struct report *rp, uint32_t line, bool verbose);
