/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A red-black tree of symbols by their start. Which of two symbols that overlap is found depends on
 * where they stand in such a tree, that is on the order in which they came and went; so that the
 * answers are perf's, overlapping symbols are kept in one, too.
 */

#include <stdbool.h>
#include <stdint.h>

#define SYM_TREE_NIL UINT32_MAX

struct sym_tree_node {
	uint64_t start;
	uint32_t left, right, up; /* numbers of symbols, or SYM_TREE_NIL */
	bool red;
};

struct sym_tree {
	struct sym_tree_node *node; /* one for each symbol, in the tree or not */
	uint32_t root;
};

/* An empty tree for @nr symbols. False: no memory; node is NULL. */
bool sym_tree_init(struct sym_tree *t, uint32_t nr);
void sym_tree_free(struct sym_tree *t);

/* Insert symbol @i that starts at @start, behind those of the same start. */
void sym_tree_insert(struct sym_tree *t, uint32_t i, uint64_t start);

/* Take symbol @i, which must be in the tree, out of it. */
void sym_tree_remove(struct sym_tree *t, uint32_t i);
