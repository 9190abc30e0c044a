/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Converts recorded call chains to resolved locations. */

#include <stdint.h>

struct hist_entry;
struct report;

enum chain_walk_how {
	CHAIN_COLLECT, /* collect the locations; they are not resolved yet, so no frames result */
	CHAIN_REPLAY,  /* the same chains again in the same order, after they were resolved */
	CHAIN_FIND,    /* any chain whose locations were collected */
	CHAIN_LIST     /* collect the locations, and return them as frames without inlined ones */
};

/*
 * Put the frames of a chain as locations into rp->walked, in the order of the report.
 * Return: the number of frames.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *slot, enum chain_walk_how how);

/*
 * Prefetch the memory that CHAIN_COLLECT reads for the chain of a hist entry. Call it with @step 0,
 * 1 and up to CHAIN_PREFETCH_STEPS - 1, with other work in between.
 */
#define CHAIN_PREFETCH_STEPS 4u
void chain_prefetch(const struct report *rp, const struct hist_entry *slot, unsigned step);
