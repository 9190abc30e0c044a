/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores each distinct call stack once, as a path in a trie: a node is a frame and the node of its
 * caller. Equal stacks have the number of one node, so memory is bounded by distinct frames in
 * their context, not by samples.
 */

#include "common/hash_table.h"

#include <stdbool.h>
#include <stdint.h>

struct stack_node {
	uint32_t parent; /* node of the caller; 0: the outermost frame */
	uint32_t frame;
	bool inlines;  /* the stack contains the functions that are inlined at the frame */
	uint32_t last; /* used by the trie: the callee that was added or found last */
};

struct stack_trie {
	struct stack_node *all; /* by number, from 1 */
	uint32_t nr, cap;	/* numbers in use are 1...nr */
	struct pd_hash_index index;
	int err; /* 0 or -ENOMEM: then stack_trie_add() returns 0 */
};

void stack_trie_free(struct stack_trie *t);

/* Make room for @nr nodes at once, which is faster than to grow node by node. */
void stack_trie_reserve(struct stack_trie *t, uint32_t nr);

/* Return: the number of the node, which is added if it is new; 0: see err. */
uint32_t stack_trie_add(struct stack_trie *t, const struct stack_node *node);
