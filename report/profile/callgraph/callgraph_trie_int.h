/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the shared call-graph trie for the code that fills, sums and reads the trie. */

#include "common/hash_table.h"
#include "profile/callgraph/callgraph_trie.h"

/*
 * Flag in trie_use.row: no other frame between the root of the trie and this frame counts for the
 * same row.
 */
#define TRIE_TOPMOST (1u << 31)

/*
 * A node of the trie: a frame in the context of its parent frames. A recording can need millions of
 * nodes, so the struct is small.
 */
struct trie_frame {
	uint32_t parent, cls;
	/*
	 * number of the first chain through this frame; chains are numbered from 1 in the order in
	 * which they were added to the trie
	 */
	uint32_t first;
};

/* For one frame of the trie: the call chains that end at the frame, and the row of the frame. */
struct trie_use {
	/*
	 * index in callgraph_trie.ends of the newest element for this frame; 0: no chain ends at
	 * this frame
	 */
	uint32_t last_end;
	/*
	 * index in callgraph_trie.rows of the row that this frame counts for; 0: it counts for no
	 * row. The flag TRIE_TOPMOST may be set in addition.
	 */
	uint32_t row;
};

/* Sums and child list of one frame; callgraph_trie_sum() makes one trie_sum for each frame. */
struct trie_sum {
	/*
	 * sum of the periods (@cumul) and count of the samples (@nr_cumul) of all chains through
	 * the frame
	 */
	uint64_t cumul, nr_cumul;
	/*
	 * indexes in callgraph_trie.frames: @child is the first child frame, @sibling the next
	 * frame with the same parent; 0: there is no such frame
	 */
	uint32_t child, sibling;
};

/*
 * Sum over those samples whose call chain ends at the trie frame @frame and whose sampled address
 * belongs to the row @own: sum of their periods (@period) and number of samples (@nr). Several
 * elements can have the same @frame and @own, because callgraph_trie_end() adds a sample either to
 * the newest element of the frame or to a new element.
 */
struct chain_end {
	uint32_t frame; /* index in callgraph_trie.frames */
	/*
	 * index in callgraph_trie.ends of the next older element with the same @own, whatever its
	 * @frame; 0: there is no such element
	 */
	uint32_t next;
	/*
	 * index in callgraph_trie.ends of the next older element with the same @frame, whatever its
	 * @own; 0: there is no such element
	 */
	uint32_t older;
	/* index in callgraph_trie.rows of the row to which the summed samples' addresses belong */
	uint32_t own;
	uint64_t period, nr;
	uint64_t time, seq; /* time and sequence number of the earliest sample in the sum */
	/* index of the hist entry with the earliest sample in the sum */
	uint32_t entry;
	/*
	 * number of the first chain whose sample was added to @period and @nr; chains are numbered
	 * from 1 in the order in which they were added to the trie
	 */
	uint32_t first;
};

/*
 * One element of a row's linked list of topmost frames; @frame is a topmost frame of the row. A
 * frame belongs to a row if the frame's samples are added to the row. A frame is topmost if no
 * frame between the root and this frame belongs to the same row.
 */
struct chain_pass {
	uint32_t frame;
	uint32_t next;
};

/*
 * A frame of the chain that callgraph_trie_enter() added last. @cls: index of the frame's location
 * class (the locations that a call graph shows as one frame). @frame: index in
 * callgraph_trie.frames.
 */
struct trie_step {
	uint32_t cls, frame;
};

struct callgraph_trie {
	/* ---- written by callgraph_trie_enter() ---- */

	/* frames, used from element 1; a parent has a lower index than its children */
	struct trie_frame *frames;
	uint32_t nr, cap;
	uint32_t nr_chains;
	/*
	 * hash index of all frames except the root frames; the key is trie_frame.parent and
	 * trie_frame.cls; callgraph_trie_sum() frees this index
	 */
	struct pd_hash_index index;
	/*
	 * Array indexed by rep_row.group. An element is the index in @frames of the root frame of
	 * the group; 0: no chain of the group was added yet.
	 */
	uint32_t *roots;
	uint32_t nr_roots;
	/*
	 * Frames of the chain that callgraph_trie_enter() added last. The next chain usually begins
	 * with the same frames.
	 */
	struct trie_step *last;
	uint32_t nr_last, cap_last, last_root;

	/*
	 * Unused bytes. One thread writes the members before @apart, another thread writes the
	 * members after @apart. The bytes keep the two sets of members in different cache lines.
	 */
	char apart[64];

	/* ---- written by callgraph_trie_end() and callgraph_trie_set_row() ---- */

	/*
	 * the samples and the row of each frame, indexed like @frames; elements from index @nr_uses
	 * on are not set yet and count as zeros
	 */
	struct trie_use *uses;
	uint32_t nr_uses, cap_uses;
	struct chain_end *ends; /* sums of chains that end at a frame; used from element 1 */
	uint32_t nr_ends, cap_ends;
	/*
	 * The rows to which @uses and @ends refer by index; used from element 1. Before
	 * callgraph_trie_seal() is called, the member rep_row.through of each of these rows is the
	 * index of the row itself in this array.
	 */
	struct rep_row **rows;
	uint32_t nr_rows, cap_rows;

	/* ---- written by callgraph_trie_sum() and callgraph_trie_seal() ---- */

	/*
	 * array, indexed like @frames: for each frame, the sums over the chains through the frame
	 * (periods, numbers of samples), and the list of its child frames; NULL before
	 * callgraph_trie_sum()
	 */
	struct trie_sum *sums;
	/*
	 * Elements of linked lists, one list for each row; used from element 1. A frame belongs to
	 * a row if the frame's samples are added to the row. The list of a row has the topmost of
	 * these frames: no frame between the root and a topmost frame belongs to the same row.
	 */
	struct chain_pass *passes;
	uint32_t nr_passes, cap_passes;
};

/*
 * If callgraph_trie.uses has fewer than @nr elements in use (callgraph_trie.nr_uses), append
 * elements of zeros until it has @nr. Return: 0 or -ENOMEM.
 */
int callgraph_trie_make_uses(struct callgraph_trie *f, uint32_t nr);

/*
 * Return the sum of the periods of the chains that end at frame @n, and set *@nr to the count of
 * the samples with these chains.
 */
static inline uint64_t trie_frame_hit(const struct callgraph_trie *f, uint32_t n, uint64_t *nr)
{
	uint64_t hit = 0;

	*nr = 0;
	for (uint32_t e = f->uses[n].last_end; e; e = f->ends[e].older) {
		hit += f->ends[e].period;
		*nr += f->ends[e].nr;
	}
	return hit;
}
