/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Computes the offsets of the SAMPLE fields before the first field of variable size. These fields
 * have the same offsets in all samples of an event, so one bounds check is enough for all of them.
 */

#include <pdata/pdata.h>

struct pdata_sample_plan {
	uint64_t sample_type; /* sample_type of the event */
	uint64_t fixed;	      /* sample_type bits of the fields with a constant offset */
	uint16_t size;	      /* offset in the SAMPLE at which the last field in @fixed ends */
	/*
	 * offset in the SAMPLE of each field in @fixed, indexed by the number of the field's bit in
	 * sample_type
	 */
	uint16_t off[64];
};

#define PD_BIT_NR(b) __builtin_ctzll(PDATA_SAMPLE_##b)

void pd_plan_make(struct pdata_sample_plan *p, uint64_t sample_type);
