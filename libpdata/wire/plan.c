/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes the offsets of SAMPLE fields from the schema. */
#include "wire/plan.h"
#include "wire/record.h"

#include <stdbool.h>

#include "schema/undef.def"
#define PD_IF_BIT(b)                                                                               \
	if (sample_type & PDATA_SAMPLE_##b) {                                                      \
		p->off[PD_BIT_NR(b)] = (uint16_t)at;
#define PD_ENDIF_BIT(b)                                                                            \
	if (!fixed || !(PD_SAMPLE_HEAD & PDATA_SAMPLE_##b))                                        \
		return;                                                                            \
	p->fixed |= PDATA_SAMPLE_##b;                                                              \
	p->size = (uint16_t)at;                                                                    \
	}
#define PD_IF_BITS(a, b) PD_IF_BIT(a)
#define PD_ENDIF_BITS(a, b) PD_ENDIF_BIT(a)
#define PD_U32(f) at += 4;
#define PD_S32(f) at += 4;
#define PD_U64(f) at += 8;
#define PD_X64(f) at += 8;
#define PD_CUSTOM(f) fixed = false;
#define PD_LISTX64(f, count) fixed = false;
#define PD_BLOB(f, count) fixed = false;

void pd_plan_make(struct pdata_sample_plan *p, uint64_t sample_type)
{
	unsigned at = PDATA_RECORD_HEADER;
	bool fixed = true;

	*p = (struct pdata_sample_plan){ .sample_type = sample_type, .size = PDATA_RECORD_HEADER };
#include "schema/sample.def"
}
#include "schema/undef.def"
