/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Call graphs. All chains of one group of rows (same event, same thread keys) share one trie of
 * location classes. The graph of a row is made from the trie when the row is printed. It has the
 * complete chains of the row's own samples; of other chains that contain the row it has the part
 * from the row's frame on.
 */

#include "profile/model/report.h"

struct callgraph_trie;

struct callgraph_trie *callgraph_trie_new(void); /* NULL if memory is exhausted */
void callgraph_trie_free(struct callgraph_trie *f);

/* A chain of location classes, with the outermost or innermost first, as in the report. */
struct trie_chain {
	uint32_t group; /* of rows */
	uint32_t nr;
	const uint32_t *classes;
	const uint32_t *tags; /* see callgraph_trie_tags() */
};

/* The hist entry that a chain comes from. */
struct trie_sample {
	struct rep_row *own; /* the row of the entry itself; the chain may lack it */
	uint64_t period, nr;
	uint64_t time, seq; /* of its earliest sample */
	uint32_t entry;
};

/*
 * Set @tags to the hashes of the frames of a chain. The hash of a frame depends on the classes
 * before it, not on numbers of frames, so the memory that callgraph_trie_add() will read can be
 * prefetched for all frames at once, in two steps.
 */
void callgraph_trie_tags(uint32_t group, const uint32_t *classes, uint32_t nr, uint32_t *tags);
#define TRIE_PREFETCH_STEPS 2u
void callgraph_trie_prefetch(const struct callgraph_trie *f, const uint32_t *tags, uint32_t nr,
			     unsigned step);

/*
 * Add a chain. @known: set to the number of its first frames that earlier chains had, too. Return:
 * 0, or -ENOMEM: part of the chain is missing.
 */
int callgraph_trie_add(struct callgraph_trie *f, const struct trie_chain *c,
		       const struct trie_sample *s, uint32_t *known);
/*
 * With --children: set the row that frame @i of the chain added last counts for. Frames that the
 * chain before it also began with keep their rows. Return: 0 or -ENOMEM.
 */
int callgraph_trie_set_row(struct callgraph_trie *f, uint32_t i, struct rep_row *row);

/*
 * Called if @row is a caller in the sample at @entry, and no earlier sample with this caller was
 * seen. @pos is the position of the row's frame in the entry's chain, from 1.
 */
typedef void trie_earlier_fn(struct report *rp, struct rep_row *row, uint32_t entry, uint32_t pos);

/*
 * Add up the weights of frames. No chain can be added afterwards. With @earlier also add to each
 * row the samples and depths of its callees: acc and max_depth. Return: 0 or -ENOMEM.
 */
int callgraph_trie_sum(struct report *rp, trie_earlier_fn *earlier);

/*
 * Find the chains through rows that may show a graph, and add up the weights of frames if that has
 * not been done. Call this after rows_sort(). Return: 0 or -ENOMEM.
 */
int callgraph_trie_seal(struct report *rp);

/*
 * Return the least weight that a branch of a row's graph needs to be shown; 0 with CHAIN_FRACTAL.
 */
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

/* Tables that graphs are built with; a thread uses one for all its graphs. Begins as { 0 }. */
struct callgraph_scratch {
	struct own_share *own; /* weights of the row's own samples, from 1; 0 has none */
	uint32_t nr, cap;
	uint32_t *index, mask; /* elements of own by frame */
	uint32_t *path, cap_path;
};

void callgraph_scratch_free(struct callgraph_scratch *c);

/*
 * Build the graph of @row. Threads may build graphs at a time, each with a scratch of its own. Call
 * callgraph_free() even after a failure. Return: 0 or -ENOMEM.
 */
int callgraph_build(struct callgraph *g, struct callgraph_scratch *c, struct report *rp,
		    const struct rep_row *row);
void callgraph_free(struct callgraph *g);
