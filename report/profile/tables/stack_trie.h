/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores each distinct call stack once, as a path in a trie. A node of the trie consists of a
 * frame and the index of the node of the frame's caller. The node of the innermost frame stands
 * for the whole stack, so equal stacks have the same node. Memory therefore grows with the number
 * of distinct nodes, not with the number of samples.
 */

#include "common/hash_table.h"

#include <stdbool.h>
#include <stdint.h>

struct stack_node {
	/* index in stack_trie.all of the caller's node; 0: this is the outermost frame */
	uint32_t parent;
	uint32_t frame;
	/* the stack also contains the functions that are inlined at the address of this frame */
	bool inlines;
	/*
	 * index in stack_trie.all of the child of this node that stack_trie_add() returned most
	 * recently; 0: it has returned no child yet; only stack_trie_add() uses this member
	 */
	uint32_t last;
};

struct stack_trie {
	struct stack_node *all; /* nodes; used from element 1 to element @nr */
	/* @nr: count of nodes in @all; @cap: number of elements for which @all has memory */
	uint32_t nr, cap;
	struct pd_hash_index index;
	int err; /* 0, or -ENOMEM if memory was exhausted; stack_trie_add() then returns 0 */
};

void stack_trie_free(struct stack_trie *t);

/* Reserve memory for @nr nodes at once, which is faster than to grow node by node. */
void stack_trie_reserve(struct stack_trie *t, uint32_t nr);

/*
 * Find the node with the parent, frame and inlines of @node; add it if it is new. Return: the index
 * of the node in stack_trie.all; 0: memory is exhausted, and stack_trie.err is -ENOMEM.
 */
uint32_t stack_trie_add(struct stack_trie *t, const struct stack_node *node);
