/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Internals of call graphs: the shared trie, for the code that builds graphs from it. */

#include "common/hash_table.h"
#include "profile/callgraph/callgraph_trie.h"

/* Set in trie_frame.row if no frame above counts for the same row. */
#define TRIE_TOPMOST (1u << 31)

/* A frame below the frames of its parents. Captures have millions, so the struct is small. */
struct trie_frame {
	uint32_t parent, cls;
	uint32_t first;	   /* number of the first chain through this frame */
	uint32_t last_end; /* newest chain_end of this frame, 0: none */
	uint32_t row;	   /* number of the row that the frame counts for, 0: none; TRIE_TOPMOST */
};

/* What callgraph_trie_sum() adds to a frame. */
struct trie_sum {
	uint64_t cumul, nr_cumul; /* period and samples of the chains through the frame */
	uint32_t child, sibling;  /* 0: none */
};

/* The chains of one row that end at one frame. */
struct chain_end {
	uint32_t frame;
	uint32_t next;	/* the next older end of the row; 0: none */
	uint32_t older; /* the next older end of the frame; 0: none */
	uint32_t own;	/* number of the row */
	uint64_t period, nr;
	uint64_t time, seq; /* time and number of the earliest sample */
	uint32_t entry;	    /* hist entry of that sample */
	uint32_t first;	    /* number of the first of these chains */
};

/* The first frame of a row on one path. */
struct chain_pass {
	uint32_t frame;
	uint32_t next;
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
	struct pd_hash_index index; /* of frames but the roots; freed by callgraph_trie_sum() */
	uint32_t *roots;	    /* by group */
	uint32_t nr_roots;
	struct chain_end *ends; /* from 1 */
	uint32_t nr_ends, cap_ends;
	struct rep_row **rows; /* by number from 1; rep_row.through is the number until the seal */
	uint32_t nr_rows, cap_rows;
	struct trie_sum *sums;	   /* by number of the frame */
	struct chain_pass *passes; /* from 1 */
	uint32_t nr_passes, cap_passes;
	/* The chain added last; the next one usually begins with the same frames. */
	struct trie_step *last;
	uint32_t nr_last, cap_last, last_root;
	uint32_t nr_same; /* its first frames that the chain before it had, too */
};

/* Return the period of the chains that end at frame @n, and set @nr to their samples. */
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
