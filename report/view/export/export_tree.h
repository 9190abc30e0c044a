/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The call stacks of a recording as one tree of names: a flame graph. Frames of equal names below
 * the same caller are one node, whatever their addresses.
 */

#include "base/interner.h"
#include "view/export/export.h"

struct export_node {
	uint32_t parent; /* 0: a root */
	uint32_t label;	 /* number in labels */
	uint32_t child;	 /* first child, 0: none; in the order of export_tree_sort() */
	uint32_t next;	 /* next child of the same parent, 0: none */
	uint64_t self;	 /* weight of the samples whose stack ends here */
	uint64_t total;	 /* and of all nodes below */
};

/* The weights of a node in e->opts->baseline. */
struct export_before {
	uint64_t self, total;
};

struct export_tree {
	/* elements from 1; a parent has a lower number than its children; node 0 is the root */
	struct export_node *nodes;
	uint32_t nr, cap;
	struct export_before *before; /* by node; NULL without a baseline */
	uint32_t cap_before;
	struct interner labels; /* texts without a NUL at the end */
	struct pd_hash_index index;
	uint64_t replaced; /* number of names in which characters were replaced */
};

/*
 * Make the tree of all samples. The outermost labels of a stack are those of e->opts->roots.
 * @labels: EXPORT_LABEL_ bits. Return: enum rep_exit.
 */
int export_tree_build(struct export_tree *tree, struct export *e, unsigned labels);

/* Link the children of each node in the order of their labels, and set the totals. */
void export_tree_sort(struct export_tree *tree);

/*
 * Return the name of a frame's function, followed by @suffix. A function without a name gets the
 * name of its object in brackets, without directories. The caller frees the text.
 */
char *export_label(const struct tables_frame_facts *f, const char *suffix);

/* The bytes of a node's label. */
static inline const struct interned *export_node_label(const struct export_tree *tree, uint32_t n)
{
	return &tree->labels.all[tree->nodes[n].label];
}

/* Unless @nr is 0, print a message that characters of @nr names were replaced. */
void export_warn_replaced(uint64_t nr);
void export_tree_free(struct export_tree *tree);
