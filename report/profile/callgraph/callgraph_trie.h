/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Builds call graphs. The rows of one event whose sort keys about the thread (KEY_THREAD) are
 * equal form a group. All call chains of a group share one trie, whose nodes are location classes
 * (class: the locations that a call graph shows as one frame). The graph of a row is built from the
 * trie when the row is printed. The graph contains the complete chains of the samples whose
 * sampled address belongs to the row. With --children, the graph also contains a part of every
 * further chain that has a frame of the row: the frame of the row that is nearest to the root of
 * the trie, and its callees or, with --call-graph callee, its callers.
 */

#include "profile/model/report.h"

struct callgraph_trie;

struct callgraph_trie *callgraph_trie_new(void); /* Returns NULL if memory is exhausted. */
void callgraph_trie_free(struct callgraph_trie *f);
/*
 * Allocate memory for @nr elements of callgraph_trie.ends in advance, with mem_reserve(). Each
 * element is a sum over samples whose call chains end at the same frame. Return: false if memory
 * is exhausted.
 */
bool callgraph_trie_reserve(struct callgraph_trie *f, uint32_t nr);

/*
 * A call chain is added in two steps, so that two threads can share the work. One thread calls
 * callgraph_trie_enter() to add the frames of chains to the trie. The other thread calls
 * callgraph_trie_end() and callgraph_trie_set_row() to add samples and rows to these frames. The
 * first thread passes the indexes of the frames to the second thread in struct trie_path and in an
 * array of the caller.
 */

/*
 * A call chain to add to the trie. An element of @classes stands for a frame: the index in
 * locations.classes of its location class (the locations that a call graph shows as one frame). The
 * first element is the outermost frame with --call-graph caller, and the innermost frame with
 * --call-graph callee.
 */
struct trie_chain {
	uint32_t group; /* id of the group of rows, see rep_row.group */
	uint32_t nr;
	const uint32_t *classes;
	const uint32_t *tags; /* one hash for each frame, made by callgraph_trie_tags() */
};

/* The path of a call chain through the trie. */
struct trie_path {
	/*
	 * number of leading frames that this chain has in common with the chain that was added
	 * directly before it
	 */
	uint32_t same;
	/*
	 * number of leading frames of the chain that the trie contained before the chain was added
	 */
	uint32_t known;
	/* the last frame of the chain, as an index in the array callgraph_trie.frames */
	uint32_t end;
	/*
	 * number of the chain, in the order in which chains were added to the trie; the first
	 * chain of the trie has 1
	 */
	uint32_t ordinal;
};

/* The hist entry whose call chain is added to the trie. */
struct trie_sample {
	/* the row of the sampled address; the chain may have no frame that belongs to this row */
	struct rep_row *own;
	uint64_t period, nr;
	uint64_t time, seq; /* time and sequence number of the entry's earliest sample */
	uint32_t entry;
};

/*
 * Compute a hash for each of the @nr frames of a chain, and write the hashes to @tags. The hash of
 * a frame depends on @group (see rep_row.group) and on the elements of @classes from the first one
 * to this frame, but not on the trie. An element of @classes is the index of a location class (the
 * locations that a call graph shows as one frame).
 *
 * callgraph_trie_prefetch() can therefore prefetch, for all frames at once, the memory that
 * callgraph_trie_enter() will read. Call it with @step 0, which prefetches slots of a hash table,
 * and later, when the slots are in the cache, with @step 1, which prefetches the frames in them.
 */
void callgraph_trie_tags(uint32_t group, const uint32_t *classes, uint32_t nr, uint32_t *tags);
#define TRIE_PREFETCH_STEPS 2u
void callgraph_trie_prefetch(const struct callgraph_trie *f, const uint32_t *tags, uint32_t nr,
			     unsigned step);

/*
 * Add the frames of the chain @c to the trie, and set *@p to the path of the chain. The first
 * @p->same frames are equal to those of the chain that was added directly before. For each later
 * frame i, the function sets @frames[i] to the index of the frame in callgraph_trie.frames.
 * Return: 0; -ENOMEM: the trie has only some of the frames.
 */
int callgraph_trie_enter(struct callgraph_trie *f, const struct trie_chain *c, struct trie_path *p,
			 uint32_t *frames);
/* Add the sample @s to the last frame of the chain with the path @p. Return: 0 or -ENOMEM. */
int callgraph_trie_end(struct callgraph_trie *f, const struct trie_path *p,
		       const struct trie_sample *s);
/*
 * With --children: from now on, the sums of the row @row include the samples of the frame with the
 * index @frame in callgraph_trie.frames. Return: 0 or -ENOMEM.
 */
int callgraph_trie_set_row(struct callgraph_trie *f, uint32_t frame, struct rep_row *row);

/*
 * For each frame that counts for @row, callgraph_trie_sum() takes the earliest sample with this
 * frame in its chain. It calls this function if this sample is earlier than the earliest sample
 * known for @row so far, or if both are the same sample and @pos is lower than rep_row.first_pos.
 * @entry: index of the hist entry of the sample. @pos: position of the frame in the chain of the
 * entry, counted from 1.
 */
typedef void trie_earlier_fn(struct report *rp, struct rep_row *row, uint32_t entry, uint32_t pos);

/*
 * Add up the periods and sample counts of the chains through each frame of the trie. The caller
 * adds no chain afterwards. If @earlier is not NULL, the function does three more things: it calls
 * @earlier for certain frames (see the comment at trie_earlier_fn); it updates rep_row.max_depth;
 * with --children, it adds to rep_row.acc of each row the periods of those samples in the trie that
 * are the row's own or belong to the row's callees. Return: 0 or -ENOMEM.
 */
int callgraph_trie_sum(struct report *rp, trie_earlier_fn *earlier);

/*
 * With --children: for each row that may show a graph, list the topmost frames of the row. A frame
 * of the trie belongs to a row if the frame's samples are added to the row; a frame is topmost if
 * no frame between the root and this frame belongs to the same row. Without --children, this
 * function lists no frame. This function calls callgraph_trie_sum() if the sums do not exist yet.
 * The caller calls this function after rows_sort(), and adds no chain to the trie afterwards.
 * Return: 0 or -ENOMEM.
 */
int callgraph_trie_seal(struct report *rp);

/*
 * Return the smallest period that a branch must have to be shown in the call graphs of the rows of
 * @ev. The result is 0 in the mode CHAIN_FRACTAL, in which the limit depends on the parent branch.
 */
uint64_t callgraph_min_hit(const struct report *rp, const struct event_rows *ev);

/*
 * A node of a row's call graph: one or more consecutive frames of call chains. Chains end, and the
 * call graph branches, only at the last frame of a node.
 */
struct callgraph_node {
	/* the node's frames are callgraph.classes[first] to callgraph.classes[first + nr - 1] */
	uint32_t first, nr;
	uint64_t hit; /* sum of the periods of the chains that end in this node */
	uint64_t children_hit;
	uint64_t count, children_count;
	uint32_t parent;
	/*
	 * indexes of the first child and of the next sibling in the order of printing; 0: the node
	 * has no child, or no next sibling
	 */
	uint32_t child, sibling;
};

/* The call graph of one row. Node 0 is the root, which has no frames. */
struct callgraph {
	struct callgraph_node *nodes;
	uint32_t nr, cap;
	uint32_t *classes;
	uint32_t nr_classes, cap_classes;
	/*
	 * in the modes CHAIN_FLAT and CHAIN_FOLDED: indexes of the printed nodes, in the order of
	 * printing
	 */
	uint32_t *flat;
	uint32_t nr_flat;
};

/*
 * Buffers that callgraph_build() reuses. Each thread has one for all graphs that the thread builds.
 * The caller zeroes the struct before the first use.
 */
struct callgraph_scratch {
	/*
	 * Sums of periods and numbers of samples, for the row whose graph is built. Only the
	 * samples whose sampled address belongs to this row count. The array has one element for
	 * each frame in the chains of these samples: the sums over the chains that go through the
	 * frame, and over those that end at the frame. The array is used from element 1; the sums
	 * of element 0 are 0.
	 */
	struct own_share *own;
	uint32_t nr, cap;
	/*
	 * @index: hash table that finds the element of @own for a frame; an entry is an index in
	 * @own; 0: the entry is free. @mask: number of entries minus 1.
	 */
	uint32_t *index, mask;
	uint32_t *path, cap_path;
};

void callgraph_scratch_free(struct callgraph_scratch *c);

/*
 * Build the graph of @row. Several threads may build graphs at the same time if each has its own
 * @c. The caller calls callgraph_free() even after a failure. Return: 0 or -ENOMEM.
 */
int callgraph_build(struct callgraph *g, struct callgraph_scratch *c, struct report *rp,
		    const struct rep_row *row);
void callgraph_free(struct callgraph *g);
