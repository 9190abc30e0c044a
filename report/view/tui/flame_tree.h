/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes a tree of function names from the call stacks that `pdata export folded` prints. */

#include <stddef.h>
#include <stdint.h>

struct flame_node {
	const char *name; /* points into the text that flame_tree_make() got */
	/*
	 * indexes in flame_tree.nodes: parent, first child, last child, next child of the parent; 0
	 * in @child, @last_child and @next: there is no such node
	 */
	uint32_t parent, child, last_child, next;
	uint32_t depth;
	uint64_t total;
};

struct flame_tree {
	struct flame_node *nodes; /* array, indexed by node; node 0 is the root, "all" */
	uint32_t nr, cap;
	uint32_t depth; /* depth of the deepest node; the root has depth 0 */
};

/*
 * Fill @tree from @text: @len bytes of folded stacks, sorted, one stack on each line. The function
 * changes @text, and names in the tree point into @text, so @text must live as long as the tree.
 */
void flame_tree_make(struct flame_tree *tree, char *text, size_t len);
void flame_tree_free(struct flame_tree *tree);
