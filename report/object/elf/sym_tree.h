/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A red-black tree of symbols, ordered by start address, for overlapping symbols. perf keeps its
 * symbols in a red-black tree. If two symbols overlap, the symbol that perf finds depends on their
 * positions in the tree, and therefore on the order of insertions and removals. With the same
 * tree, pdata finds the same symbols.
 */

#include <stdbool.h>
#include <stdint.h>

#define SYM_TREE_NIL UINT32_MAX

struct sym_tree_node {
	uint64_t start;
	uint32_t left, right,
		up; /* indexes of the two children and of the parent; SYM_TREE_NIL: none */
	bool red;
};

struct sym_tree {
	/* array with one node for each symbol, also for symbols that are not in the tree now */
	struct sym_tree_node *node;
	uint32_t root;
};

/*
 * Set up @t as an empty tree into which the symbols with the indexes 0 to @nr - 1 can be inserted.
 * Return: true; false if memory is exhausted: @t->node is then NULL.
 */
bool sym_tree_init(struct sym_tree *t, uint32_t nr);
void sym_tree_free(struct sym_tree *t);

/*
 * Insert the symbol with index @i and start address @start. If symbols with the same start address
 * are in the tree already, the new symbol comes after them in the order of the tree.
 */
void sym_tree_insert(struct sym_tree *t, uint32_t i, uint64_t start);

/* Remove the symbol with index @i, which must be in the tree. */
void sym_tree_remove(struct sym_tree *t, uint32_t i);
