/* SPDX-License-Identifier: BSD-2-Clause */
/* Sorts by 64-bit keys with a radix sort that skips the digits that are equal in all keys. */
#include "base/radix_sort.h"

#include <stdbool.h>

#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)

static void sort_digit(const struct radix_item *from, struct radix_item *to, uint32_t nr,
		       unsigned shift)
{
	uint32_t at[DIGITS] = { 0 };
	uint32_t sum = 0;

	for (uint32_t k = 0; k < nr; k++)
		at[from[k].key >> shift & (DIGITS - 1)]++;
	for (uint32_t d = 0; d < DIGITS; d++) {
		uint32_t n = at[d];

		at[d] = sum;
		sum += n;
	}
	for (uint32_t k = 0; k < nr; k++)
		to[at[from[k].key >> shift & (DIGITS - 1)]++] = from[k];
}

struct radix_item *radix_sort(struct radix_item *a, struct radix_item *spare, uint32_t nr)
{
	uint64_t differ = 0;
	bool sorted = true;

	for (uint32_t k = 1; k < nr; k++) {
		differ |= a[k - 1].key ^ a[k].key;
		sorted &= a[k - 1].key <= a[k].key;
	}
	for (unsigned shift = 0; !sorted && shift < 64; shift += DIGIT_BITS) {
		struct radix_item *was = a;

		if (!(differ >> shift & (DIGITS - 1)))
			continue;
		sort_digit(a, spare, nr, shift);
		a = spare;
		spare = was;
	}
	return a;
}
