/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The call stacks of a recording as one tree of names: a flame graph. Frames with equal names and
 * the same caller are one node, even if their addresses differ.
 */

#include "base/interner.h"
#include "view/export/export.h"

struct export_node {
	/* index of the parent in export_tree.nodes; 0: the parent is the root */
	uint32_t parent;
	uint32_t label; /* id of the label in export_tree.labels */
	/* index of the first child in export_tree.nodes, set by export_tree_sort(); 0: no child */
	uint32_t child;
	/* index of the parent's next child, set by export_tree_sort(); 0: no further child */
	uint32_t next;
	/* weight (count or sum of periods) of the samples whose stack ends in this node */
	uint64_t self;
	/* sum of @self of this node and of all nodes below it, set by export_tree_sort() */
	uint64_t total;
};

/*
 * Weights (counts or sums of periods) that one node of the tree has in export_opts.baseline, the
 * recording with which the exported recording is compared. @self and @total have the same meaning
 * as in struct export_node.
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
	/*
	 * array, indexed like @nodes: weights of the nodes in export_opts.baseline; NULL: there is
	 * no baseline, or it has no samples
	 */
	struct export_before *before;
	uint32_t cap_before;
	struct interner labels; /* texts of the labels of all nodes, without a NUL at the end */
	struct pd_hash_index index;
	/* number of names in which characters were replaced because of EXPORT_LABEL_SEPARABLE */
	uint64_t replaced;
};

/*
 * Make the tree of the call stacks of all samples of @e->t, and of @e->opts->baseline if there is
 * one. Each stack begins with the labels that @e->opts->roots selects. @labels: bits of enum
 * export_labels. Return: enum rep_exit. The caller frees the tree with export_tree_free(), even
 * after a failure.
 */
int export_tree_build(struct export_tree *tree, struct export *e, unsigned labels);

/* Link the children of each node, sorted by label, and set the totals of all nodes. */
void export_tree_sort(struct export_tree *tree);

/*
 * Return: a label for the frame @f; the caller frees the label. The label is the name of the
 * function; if no symbol covers the frame, the label is the name of the object, in brackets and
 * without directories; if nothing is mapped at the frame, the label is "[unknown]". In all cases,
 * @suffix follows.
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
