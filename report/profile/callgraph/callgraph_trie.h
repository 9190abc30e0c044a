/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Call graphs. All chains of one group of rows (same event, same thread keys) share one trie of
 * location classes. The graph of a single row is made from it when the row is printed: from the
 * chains of the row's own samples, whole, and from the other chains from the row's first frame on.
 */

#include "profile/model/report.h"

struct callgraph_trie;

struct callgraph_trie *callgraph_trie_new(void); /* NULL if memory is exhausted */
void callgraph_trie_free(struct callgraph_trie *f);

/*
 * Add a chain of @n classes, with the outermost or innermost first, as in the report. @own is the
 * row of the sample itself, which need not be in the chain. @rows are the rows of the classes, or
 * NULL if only the sample's own row is wanted. Return: 0, or -ENOMEM: part of the chain is
 * missing.
 */
int callgraph_trie_add(struct callgraph_trie *f, const uint32_t *classes,
		       struct rep_row *const *rows, uint32_t n, struct rep_row *own,
		       uint64_t period, uint64_t nr);

/*
 * Find the chains through rows that may show a graph. Call this after the last
 * callgraph_trie_add() and after rows_sort(). Return: 0 or -ENOMEM.
 */
int callgraph_trie_seal(struct report *rp);

/* The least weight of a branch of a row's graph that is shown; 0 with CHAIN_FRACTAL. */
uint64_t callgraph_min_hit(const struct report *rp, const struct event_rows *ev);

/* Successive frames that all chains through them have in common. */
struct callgraph_node {
	uint32_t first, nr; /* graph.classes[first...] */
	uint64_t hit;	    /* period of chains that end in this node */
	uint64_t children_hit;
	uint64_t count, children_count;
	uint32_t parent;
	uint32_t child, sibling; /* in the order of printing; 0: none */
};

/* The graph of one row; node 0 is the root, which has no frames. */
struct callgraph {
	struct callgraph_node *nodes;
	uint32_t nr, cap;
	uint32_t *classes;
	uint32_t nr_classes, cap_classes;
	uint32_t *flat; /* with CHAIN_FLAT and CHAIN_FOLDED: nodes in the order of printing */
	uint32_t nr_flat;
};

/* Build the graph of @row. Call callgraph_free() even after a failure. Return: 0 or -ENOMEM. */
int callgraph_build(struct callgraph *g, struct report *rp, const struct rep_row *row);
void callgraph_free(struct callgraph *g);
