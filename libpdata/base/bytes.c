/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts words of packed bit-fields between byte orders: compilers for big-endian machines
 * allocate bit-fields from the opposite end.
 */
#include "base/bytes.h"

/*
 * All 64 flag bits. Bits beyond the last known flag are fields of one bit, so that flags of newer
 * kernels are converted, too.
 */
const uint8_t pd_attr_widths[] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0,
};

/* mispred predicted in_tx abort cycles type spec new_type priv */
const uint8_t pd_branch_widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3, 0 };

const uint8_t pd_single_widths[] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0,
};

uint64_t pd_mirror(uint64_t word, unsigned word_bits, const uint8_t *widths, int from_be)
{
	uint64_t out = 0;
	unsigned at = 0;

	while (at < word_bits) {
		unsigned w = *widths ? *widths++ : word_bits - at;
		unsigned low = at, high = word_bits - at - w;
		uint64_t mask = w < 64 ? (1ull << w) - 1 : ~0ull;
		uint64_t v = word >> (from_be ? high : low) & mask;

		out |= v << (from_be ? low : high);
		at += w;
	}
	return out;
}
