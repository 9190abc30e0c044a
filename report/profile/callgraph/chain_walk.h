/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The frames of call chains as resolved locations. */

#include <stdint.h>

struct hist_entry;
struct report;

enum chain_walk_how {
	CHAIN_COLLECT, /* collect the locations, of which nothing is known yet: no frames result */
	CHAIN_REPLAY,  /* the same chains in the same order once more, now that they are resolved */
	CHAIN_FIND     /* any chain that was collected */
};

/*
 * Put the frames of a chain, in the order of the report, as locations into rp->walked.
 * Return: how many.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *slot, enum chain_walk_how how);
