/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the shared call-graph trie for the code that fills, sums and reads the trie. */

#include "common/hash_table.h"
#include "profile/callgraph/callgraph_trie.h"

/* Flag in trie_frame.row: no frame closer to the root counts for the same row. */
#define TRIE_TOPMOST (1u << 31)

/*
 * A node of the trie: a frame in the context of its parent frames. A recording can need millions of
 * nodes, so the struct is small.
 */
struct trie_frame {
	uint32_t parent, cls;
	uint32_t first;	   /* number of the first chain that was added through this frame */
	uint32_t last_end; /* number of the newest chain_end at this frame; 0: no chain ends here */
	/*
	 * number of the row that this frame counts for, 0: no row; may have the flag TRIE_TOPMOST
	 */
	uint32_t row;
};

/* Sums and child list of one frame; callgraph_trie_sum() makes one trie_sum for each frame. */
struct trie_sum {
	/* sum of the periods, and number of samples, of all chains through the frame */
	uint64_t cumul, nr_cumul;
	/* numbers of a child frame and of the next frame with the same parent; 0: there is none */
	uint32_t child, sibling;
};

/*
 * Sum of call chains that end at one frame and belong to own samples of one row. One frame and one
 * row may have several chain_end elements.
 */
struct chain_end {
	uint32_t frame;
	/* number of the row's next older chain_end at any frame; 0: there is none */
	uint32_t next;
	/* number of the frame's next older chain_end of any row; 0: there is none */
	uint32_t older;
	uint32_t own; /* number of the row whose own samples the sum contains */
	uint64_t period, nr;
	uint64_t time, seq; /* time and sequence number of the earliest sample in the sum */
	/* index of the hist entry with the earliest sample in the sum */
	uint32_t entry;
	uint32_t first; /* number of the first chain that was added to the sum */
};

/*
 * Element of a row's linked list of frames: a frame that counts for the row, with no frame closer
 * to the root that counts for the same row.
 */
struct chain_pass {
	uint32_t frame;
	uint32_t next;
};

/* A frame of the chain that was added last: its location class and its number in the trie. */
struct trie_step {
	uint32_t cls, frame;
};

struct callgraph_trie {
	/* used from element 1; the number of a parent is lower than the numbers of its children */
	struct trie_frame *frames;
	uint32_t nr, cap;
	uint32_t nr_chains;
	/*
	 * hash index by parent and class of all frames except roots; callgraph_trie_sum() frees it
	 */
	struct pd_hash_index index;
	/* by group: frame number of the group's root; 0: the group has no frames yet */
	uint32_t *roots;
	uint32_t nr_roots;
	struct chain_end *ends; /* used from element 1 */
	uint32_t nr_ends, cap_ends;
	/*
	 * by row number, from 1; until callgraph_trie_seal(), rep_row.through is the row's number
	 */
	struct rep_row **rows;
	uint32_t nr_rows, cap_rows;
	struct trie_sum *sums;	   /* by frame number; NULL before callgraph_trie_sum() */
	struct chain_pass *passes; /* used from element 1 */
	uint32_t nr_passes, cap_passes;
	/*
	 * Frames of the chain that was added last. The next chain usually begins with the same
	 * frames.
	 */
	struct trie_step *last;
	uint32_t nr_last, cap_last, last_root;
	/* number of leading frames that the last chain and the chain before it have in common */
	uint32_t nr_same;
};

/*
 * Return the sum of the periods of the chains that end at frame @n, and set *@nr to the number of
 * their samples.
 */
static inline uint64_t trie_frame_hit(const struct callgraph_trie *f, uint32_t n, uint64_t *nr)
{
	uint64_t hit = 0;

	*nr = 0;
	for (uint32_t e = f->frames[n].last_end; e; e = f->ends[e].older) {
		hit += f->ends[e].period;
		*nr += f->ends[e].nr;
	}
	return hit;
}
