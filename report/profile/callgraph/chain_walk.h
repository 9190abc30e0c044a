/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Converts recorded call chains to resolved locations. */

#include <stdint.h>

struct hist_entry;
struct report;

enum chain_walk_how {
	/*
	 * Add the locations of the chain's frames to report.locations. chain_walk() returns 0
	 * frames in this mode, because no symbol is resolved yet.
	 */
	CHAIN_COLLECT,
	/*
	 * Return the frames of the chain from locations.notes, a list in which chain_collect()
	 * stored their locations. Allowed after locations_resolve().
	 */
	CHAIN_REPLAY,
	/*
	 * Look up each location of the chain by its address, and return the frames. Allowed after
	 * locations_resolve(), if CHAIN_COLLECT has collected each of these locations, for this
	 * chain or for another chain.
	 */
	CHAIN_FIND,
	/*
	 * Add the locations of the chain's frames to report.locations, and return these frames;
	 * inlined functions do not get frames of their own. report.walked_cut says whether frames
	 * were left out because the chain has more than --max-stack allows.
	 */
	CHAIN_LIST
};

/*
 * Put the frames of the call chain of the hist entry @entry into rp->walked as indexes in
 * locations.all, in the order in which the report prints chains. With @how CHAIN_REPLAY, the
 * function is fastest if the caller walks the chains in the order in which it called
 * chain_collect() for them. Return: the number of frames.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *entry, enum chain_walk_how how);
/*
 * Call chain_walk() with CHAIN_COLLECT, which appends the locations of the chain's frames to
 * locations.notes. Set @entry->note to the index of the first appended element; chain_walk() with
 * CHAIN_REPLAY later reads the chain from this index on.
 */
void chain_collect(struct report *rp, struct hist_entry *entry);

#define CHAIN_PREFETCH_STEPS 4u
/*
 * Prefetch the memory that CHAIN_COLLECT will read for the chain of @entry. Call this function once
 * for each @step from 0 to CHAIN_PREFETCH_STEPS - 1, in ascending order, and do other work between
 * the calls.
 */
void chain_prefetch(const struct report *rp, const struct hist_entry *entry, unsigned step);
