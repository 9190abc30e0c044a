/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Internals of call graphs: the shared trie, for the code that builds graphs from it. */

#include "profile/callgraph/callgraph_trie.h"

/* A frame below the frames of its parents. */
struct trie_frame {
	uint32_t parent, cls;
	uint32_t child, sibling; /* 0: none */
	uint32_t last_end;	 /* newest chain_end of this frame, 0: none */
	uint32_t first;		 /* number of the first chain through this frame */
	struct rep_row *row;	 /* row that the frame counts for, with --children */
	/* period of chains that end here; the same including all frames below */
	uint64_t hit, cumul;
	uint64_t nr, nr_cumul; /* samples of hit and of cumul */
};

/* The chains of one row that end at one frame. */
struct chain_end {
	uint32_t frame;
	uint32_t next; /* the next older end of the row; 0: none */
	const struct rep_row *own;
	uint64_t period, nr;
	uint32_t first; /* number of the first of these chains */
};

/* The first frame of a row on one path. */
struct chain_pass {
	uint32_t frame;
	uint32_t next;
};

/* The part of a frame's weight that comes from samples of the row whose graph is built. */
struct own_share {
	uint64_t hit, cumul;
	uint64_t nr, nr_cumul;
	uint32_t first; /* number of the row's first chain */
};

/* The key of a frame in the hash table; frame 0 marks a free slot. */
struct frame_key {
	uint32_t parent, cls, frame;
};

/* One frame of the chain added last. */
struct trie_step {
	uint32_t cls, frame;
};

struct callgraph_trie {
	/* elements from 1; parents have lower numbers than their children */
	struct trie_frame *frames;
	uint32_t nr, cap;
	uint32_t nr_chains;
	struct frame_key *index; /* frames by (parent, class) */
	size_t mask;
	uint32_t *roots; /* by group */
	uint32_t nr_roots;
	struct chain_end *ends; /* from 1 */
	uint32_t nr_ends, cap_ends;
	struct chain_pass *passes; /* from 1 */
	uint32_t nr_passes, cap_passes;
	struct own_share *own; /* by number of the frame; zeros except while a graph is built */
	/* The chain added last; the next one usually begins with the same frames. */
	struct trie_step *last;
	uint32_t nr_last, cap_last, last_root;
	int err; /* -ENOMEM: passes are incomplete */
};
