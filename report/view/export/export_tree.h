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
	uint64_t self_before, total_before; /* in e->opts->baseline */
};

struct export_tree {
	struct export_node *nodes; /* from 1; a parent has a lower number. Node 0: the whole */
	uint32_t nr, cap;
	struct interner labels; /* texts without a NUL at the end */
	struct pd_hash_index index;
	uint64_t replaced; /* names in which characters were replaced */
};

/*
 * Make the tree of all samples. The outermost labels of a stack are those of e->opts->roots.
 * @labels: EXPORT_LABEL_ bits. Return: enum rep_exit.
 */
int export_tree_build(struct export_tree *tree, struct export *e, unsigned labels);

/* Link the children of each node in the order of their labels, and set the totals. */
void export_tree_sort(struct export_tree *tree);

/*
 * The name of a frame's function and @suffix. A function without a name is called by its object in
 * brackets, without directories. The caller frees it.
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
