/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Inside of the call graphs: the shared trees, for the code that makes graphs from them. */

#include "profile/callgraph/callgraph_trie.h"

/* A frame after the frames above it. */
struct trie_frame {
	uint32_t parent, cls;
	uint32_t child, sibling; /* 0: none */
	uint32_t last_end;	 /* newest of ends that is here, 0: none */
	uint32_t first;		 /* number of the chain that came here first */
	struct rep_row *row;	 /* that the frame belongs to, with children */
	uint64_t hit, cumul;	 /* period of chains that end here; with all below */
	uint64_t nr, nr_cumul;	 /* the same in samples */
};

/* Chains of one row that end at one frame. */
struct chain_end {
	uint32_t frame;
	uint32_t next; /* older end of the same row */
	const struct rep_row *own;
	uint64_t period, nr;
	uint32_t first; /* number of the earliest */
};

/* A row's first frame on some path. */
struct chain_pass {
	uint32_t frame;
	uint32_t next;
};

/* What of a frame's weight comes from samples of the row whose graph is being made. */
struct own_share {
	uint64_t hit, cumul;
	uint64_t nr, nr_cumul;
	uint32_t first; /* number of the row's first chain */
};

/* Where a frame is found; frame 0 marks a free place. */
struct frame_key {
	uint32_t parent, cls, frame;
};

/* A frame of the chain added last. */
struct trie_step {
	uint32_t cls, frame;
};

struct callgraph_trie {
	struct trie_frame *frames; /* from 1; parents stand before their children */
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
	struct own_share *own; /* by frame, zero between graphs */
	/* The chain added last: the next one mostly begins like it. */
	struct trie_step *last;
	uint32_t nr_last, cap_last, last_root;
	int err; /* -ENOMEM: passes are missing */
};
