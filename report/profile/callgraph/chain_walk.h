/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Converts recorded call chains to resolved locations. */

#include <stdint.h>

struct hist_entry;
struct report;

enum chain_walk_how {
	/* collect the locations; the result is 0 frames, because nothing is resolved yet */
	CHAIN_COLLECT,
	/* after locations_resolve(): return the frames that chain_collect() stored for the chain */
	CHAIN_REPLAY,
	/*
	 * after locations_resolve(): look up the frames of a chain, whose locations were all
	 * collected with this or other chains
	 */
	CHAIN_FIND,
	CHAIN_LIST /* collect the locations, and return them as frames without inlined ones */
};

/*
 * Put the frames of a chain as locations into rp->walked, in the order of the report. A replay is
 * fastest in the order of collecting. Return: the number of frames.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *slot, enum chain_walk_how how);
/* chain_walk() with CHAIN_COLLECT; keeps in @slot what a replay needs. */
void chain_collect(struct report *rp, struct hist_entry *slot);

/*
 * Prefetch the memory that CHAIN_COLLECT reads for the chain of a hist entry. Call it with @step 0,
 * 1 and up to CHAIN_PREFETCH_STEPS - 1, with other work in between.
 */
#define CHAIN_PREFETCH_STEPS 4u
void chain_prefetch(const struct report *rp, const struct hist_entry *slot, unsigned step);
