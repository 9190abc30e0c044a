/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts symbols by start address with a radix sort that skips the digits that are equal in all
 * addresses.
 */
#include "object/elf/sym_table_priv.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define DIGIT_BITS 11u
#define DIGITS (1u << DIGIT_BITS)

struct item {
	uint64_t key;
	uint32_t i;
};

/* One pass of a radix sort by the digit at @shift. */
static void sort_digit(const struct item *from, struct item *to, uint32_t nr, unsigned shift)
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

static void sort_items(struct item *a, struct item *b, uint32_t nr, uint64_t differ,
		       uint32_t *order)
{
	for (unsigned shift = 0; shift < 64; shift += DIGIT_BITS) {
		struct item *t = a;

		if (!(differ >> shift & (DIGITS - 1)))
			continue;
		sort_digit(a, b, nr, shift);
		a = b;
		b = t;
	}
	for (uint32_t k = 0; k < nr; k++)
		order[k] = a[k].i;
}

int sym_sort(const struct sym *syms, uint32_t *order, uint32_t nr)
{
	struct item *a;
	uint64_t differ = 0;
	bool sorted = true;

	for (uint32_t k = 1; k < nr; k++) {
		uint64_t was = syms[order[k - 1]].start, is = syms[order[k]].start;

		differ |= was ^ is;
		sorted &= was <= is;
	}
	if (sorted)
		return 0;
	a = mem_alloc(nr, 2 * sizeof(*a));
	if (!a)
		return -ENOMEM;
	for (uint32_t k = 0; k < nr; k++)
		a[k] = (struct item){ syms[order[k]].start, order[k] };
	sort_items(a, a + nr, nr, differ, order);
	free(a);
	return 0;
}
