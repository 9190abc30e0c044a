/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Offsets of the SAMPLE fields that have the same offset in all samples of an event: those before
 * the first field of variable size. A single bounds check covers all of them.
 */

#include <pdata/pdata.h>

struct pdata_sample_plan {
	uint64_t sample_type; /* sample_type of the event */
	uint64_t fixed;	      /* sample_type bits of the fields that have a constant offset */
	uint16_t size;	      /* bytes of a record up to the end of these fields */
	uint16_t off[64];     /* offset of each field from the start of the record, by bit number */
};

#define PD_BIT_NR(b) __builtin_ctzll(PDATA_SAMPLE_##b)

void pd_plan_make(struct pdata_sample_plan *p, uint64_t sample_type);
