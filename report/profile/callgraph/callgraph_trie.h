/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Call graphs. All chains of one group of rows (same event, same thread keys) share one tree of
 * place classes. The graph of a single row is made from it when it is printed: of the chains of
 * its own samples, whole, and of what other chains have from the row's first frame on.
 */

#include "profile/model/report.h"

struct callgraph_trie;

struct callgraph_trie *callgraph_trie_new(void); /* NULL without memory */
void callgraph_trie_free(struct callgraph_trie *f);

/*
 * Add a chain of @n classes, outermost or innermost first as the report has it. @own is the row of
 * the sample itself, which need not be in the chain; @rows are those of the classes, or NULL when
 * only a sample's own row is wanted. Return: 0, or -ENOMEM: the chain counts in part.
 */
int callgraph_trie_add(struct callgraph_trie *f, const uint32_t *classes,
		       struct rep_row *const *rows, uint32_t n, struct rep_row *own,
		       uint64_t period, uint64_t nr);

/*
 * After the last callgraph_trie_add() and rows_sort(): find the chains through rows that may show
 * a graph. Return: 0 or -ENOMEM.
 */
int callgraph_trie_seal(struct report *rp);

/* The least that a branch of a row's graph must weigh to be shown, 0 with CHAIN_FRACTAL. */
uint64_t callgraph_min_hit(const struct report *rp, const struct event_rows *ev);

/* Frames that all chains through them share. */
struct callgraph_node {
	uint32_t first, nr; /* graph.classes[first...] */
	uint64_t hit;	    /* period of chains that end here */
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

/* Build the graph of @row; callgraph_free() in any case. Return: 0 or -ENOMEM. */
int callgraph_build(struct callgraph *g, struct report *rp, const struct rep_row *row);
void callgraph_free(struct callgraph *g);
