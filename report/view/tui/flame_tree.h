/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Makes a tree of function names from the call stacks that `pdata export folded` prints. */

#include <stddef.h>
#include <stdint.h>

struct flame_node {
	/*
	 * name of the function, a pointer into the argument @text of flame_tree_make(); the root
	 * has the name "all"
	 */
	const char *name;
	/*
	 * Indexes in flame_tree.nodes of the parent, the first child, the last child, and the next
	 * child of the parent. If @child, @last_child or @next is 0, there is no such node.
	 */
	uint32_t parent, child, last_child, next;
	uint32_t depth;
	uint64_t total;
};

struct flame_tree {
	struct flame_node *nodes; /* array of @nr nodes; node 0 is the root, with the name "all" */
	uint32_t nr, cap;
	uint32_t depth; /* the largest flame_node.depth of all nodes; the root has depth 0 */
};

/*
 * Fill @tree from @text: @len bytes of folded stacks, one stack on each line, in sorted order. The
 * function changes @text. The names in @tree point into @text, so @text must live as long as
 * @tree.
 */
void flame_tree_make(struct flame_tree *tree, char *text, size_t len);
void flame_tree_free(struct flame_tree *tree);
