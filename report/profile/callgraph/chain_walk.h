/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Converts recorded call chains to resolved locations. */

#include <stdint.h>

struct hist_entry;
struct report;

enum chain_walk_how {
	/*
	 * Collect the locations of the chain in report.locations. chain_walk() then returns 0
	 * frames, because no symbol is resolved yet.
	 */
	CHAIN_COLLECT,
	/*
	 * Return the frames whose locations chain_collect() stored in locations.notes for the
	 * chain. Allowed after locations_resolve().
	 */
	CHAIN_REPLAY,
	/*
	 * Look up each location of the chain by its address, and return the frames. Allowed after
	 * locations_resolve(), if CHAIN_COLLECT has collected each of these locations, for this
	 * chain or for another chain.
	 */
	CHAIN_FIND,
	CHAIN_LIST /* Collect the locations, and return them as frames without inlined functions. */
};

/*
 * Put the frames of the call chain of @slot into rp->walked as indexes in locations.all, in the
 * order in which the report prints chains. CHAIN_REPLAY is fastest if chains are walked in the
 * order in which chain_collect() collected them. Return: the number of frames.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *slot, enum chain_walk_how how);
/*
 * Call chain_walk() with CHAIN_COLLECT. Set @slot->note to the position in locations.notes at which
 * chain_walk() with CHAIN_REPLAY finds the frames of this chain.
 */
void chain_collect(struct report *rp, struct hist_entry *slot);

#define CHAIN_PREFETCH_STEPS 4u
/*
 * Prefetch the memory that CHAIN_COLLECT will read for the chain of @slot. Call this function once
 * for each @step from 0 to CHAIN_PREFETCH_STEPS - 1, in ascending order, and do other work between
 * the calls.
 */
void chain_prefetch(const struct report *rp, const struct hist_entry *slot, unsigned step);
