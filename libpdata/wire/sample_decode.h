/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expands to a SAMPLE decoder named PD_FN for the byte order PD_SWAP. The decoder clears the bit of
 * each decoded field in @want, and ends when @want is 0. sample.c includes this file once for each
 * byte order.
 */
#include "schema/undef.def"

#include "wire/decode_rows.h"
#define PD_IF_BITS(a, b) if (t & (PDATA_SAMPLE_##a | PDATA_SAMPLE_##b)) {
#define PD_IF_BIT(b) PD_IF_BITS(b, b)
#define PD_ENDIF_BITS(a, b)                                                                        \
	r->have |= t & (PDATA_SAMPLE_##a | PDATA_SAMPLE_##b);                                      \
	want &= ~(PDATA_SAMPLE_##a | PDATA_SAMPLE_##b);                                            \
	if (!want)                                                                                 \
		return 0;                                                                          \
	}
#define PD_ENDIF_BIT(b) PD_ENDIF_BITS(b, b)
#define PD_CUSTOM(f)                                                                               \
	if (custom_##f(c, r, no_hw_idx))                                                           \
		return c->err;

static int PD_FN(struct pd_cur *c, uint64_t t, uint64_t want, bool no_hw_idx,
		 struct pdata_sample *r)
{
#include "schema/sample.def"
	return 0;
}
#include "schema/undef.def"
