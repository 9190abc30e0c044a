/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The call graph of a row as lines, each of which can be expanded and collapsed. */

#include "profile/callgraph/callgraph_trie.h"
#include "view/tui/tui_int.h"

/* A frame; the first one of a node carries the node's weight and sign. */
struct rows_tree_line {
	uint32_t node, frame; /* frame: number in the node */
	uint32_t depth;
	uint64_t total; /* the sum that is 100 % for the node */
};

struct rows_tree {
	uint64_t pos; /* of the row in the list of rows */
	const struct rep_row *row;
	struct callgraph graph;
	uint8_t *open; /* by node */
	struct rows_tree_line *lines;
	uint32_t nr, cap;
	uint64_t total; /* see chain_text_total() */
	char *name;	/* of the row's symbol, or NULL: to find the row in another report */
};

/* Make the tree of a row, with its first level. Return: 0 or -ENOMEM. */
int rows_tree_init(struct rows_tree *tree, struct report *rp, const struct event_rows *ev,
		   const struct rep_row *row);
void rows_tree_free(struct rows_tree *tree);

/* Return: '+', '-', or ' ' for a line without further lines. */
char rows_tree_sign(const struct rows_tree *tree, uint32_t line);
/* Expand or collapse the node of a line. */
void rows_tree_toggle(struct rows_tree *tree, struct report *rp, uint32_t line);
/* Expand or collapse all nodes. */
void rows_tree_set_all(struct rows_tree *tree, struct report *rp, bool open);
/* Print a line, without an end of line. @verbose: with the object of the frame. */
void rows_tree_print(const struct rows_tree *tree, struct report *rp, uint32_t line, bool verbose);
