/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The call stacks of a recording as one tree of names: a flame graph. Frames with equal names and
 * the same caller are one node, even if their addresses differ.
 */

#include "base/interner.h"
#include "view/export/export.h"

struct export_node {
	uint32_t parent; /* index of the parent; 0: the parent is the root */
	uint32_t label;	 /* id of the label in export_tree.labels */
	uint32_t child;	 /* index of the first child, set by export_tree_sort(); 0: no child */
	uint32_t next;	 /* index of the parent's next child; 0: this is the last child */
	uint64_t self;	 /* weight of the samples whose stack ends in this node */
	uint64_t total;	 /* sum of @self of this node and all nodes below */
};

/*
 * The weights of one node in the recording export_opts.baseline, with which the tree is compared.
 */
struct export_before {
	uint64_t self, total;
};

struct export_tree {
	/*
	 * Array of nodes. Element 0 is the root; the elements 1 to @nr are the other nodes. A
	 * parent has a lower index than its children.
	 */
	struct export_node *nodes;
	uint32_t nr, cap;
	struct export_before *before; /* array, indexed like @nodes; NULL: there is no baseline */
	uint32_t cap_before;
	struct interner labels; /* texts of the labels, without a NUL at the end */
	struct pd_hash_index index;
	uint64_t replaced; /* number of names in which characters were replaced */
};

/*
 * Make the tree of all samples of @e->t. Each stack begins with the labels of @e->opts->roots.
 * @labels: EXPORT_LABEL_ bits. Return: enum rep_exit. The caller frees the tree with
 * export_tree_free().
 */
int export_tree_build(struct export_tree *tree, struct export *e, unsigned labels);

/* Link the children of each node, sorted by label, and set the totals of all nodes. */
void export_tree_sort(struct export_tree *tree);

/*
 * Return: the name of the function of frame @f, followed by @suffix. If the function has no name,
 * the name is that of the object, in brackets and without directories. The caller frees the text.
 */
char *export_label(const struct tables_frame_facts *f, const char *suffix);

/* Return: the text of the label of the node with index @n. */
static inline const struct interned *export_node_label(const struct export_tree *tree, uint32_t n)
{
	return &tree->labels.all[tree->nodes[n].label];
}

/*
 * Print a message that semicolons and control characters in @nr names were replaced; print nothing
 * if @nr is 0.
 */
void export_warn_replaced(uint64_t nr);
void export_tree_free(struct export_tree *tree);
