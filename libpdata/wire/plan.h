/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Where the fields of a SAMPLE are that lie at the same place in all samples of an event: those
 * before the first of variable size. One bounds check serves for all of them.
 */

#include <pdata/pdata.h>

struct pdata_sample_plan {
	uint64_t sample_type; /* that it was made for */
	uint64_t fixed;	      /* bits of the fields it knows */
	uint16_t size;	      /* of a record up to the end of these fields */
	uint16_t off[64];     /* by bit: from the record's beginning */
};

#define PD_BIT_NR(b) __builtin_ctzll(PDATA_SAMPLE_##b)

void pd_plan_make(struct pdata_sample_plan *p, uint64_t sample_type);
