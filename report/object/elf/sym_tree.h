/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A red-black tree of symbols by start. perf keeps symbols in such a tree; which of two
 * overlapping symbols perf finds depends on their positions in the tree, and so on the order of
 * insertions and removals. Overlapping symbols are kept in such a tree here as well, so that
 * answers are perf's.
 */

#include <stdbool.h>
#include <stdint.h>

#define SYM_TREE_NIL UINT32_MAX

struct sym_tree_node {
	uint64_t start;
	uint32_t left, right, up; /* indexes of symbols, or SYM_TREE_NIL */
	bool red;
};

struct sym_tree {
	struct sym_tree_node *node; /* one for each symbol, whether in the tree or not */
	uint32_t root;
};

/* Make an empty tree for @nr symbols. Return: false: memory is exhausted, and node is NULL. */
bool sym_tree_init(struct sym_tree *t, uint32_t nr);
void sym_tree_free(struct sym_tree *t);

/* Insert symbol @i, which starts at @start, after those with the same start. */
void sym_tree_insert(struct sym_tree *t, uint32_t i, uint64_t start);

/* Remove symbol @i, which must be in the tree. */
void sym_tree_remove(struct sym_tree *t, uint32_t i);
