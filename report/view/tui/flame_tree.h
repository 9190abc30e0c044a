/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Call stacks as one tree of names, made from the lines of `pdata export folded`. */

#include <stddef.h>
#include <stdint.h>

struct flame_node {
	const char *name;			  /* in the text that the tree was made from */
	uint32_t parent, child, last_child, next; /* 0: none */
	uint32_t depth;
	uint64_t total;
};

struct flame_tree {
	struct flame_node *nodes; /* node 0 is the whole */
	uint32_t nr, cap;
	uint32_t depth; /* of the deepest node */
};

/* Make the tree of @len bytes of text, which is changed, and has to stay valid. */
void flame_tree_make(struct flame_tree *tree, char *text, size_t len);
void flame_tree_free(struct flame_tree *tree);
