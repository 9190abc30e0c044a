/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts symbols by start address.
 */
#include "base/memory.h"
#include "base/radix_sort.h"
#include "object/elf/sym_table_priv.h"

#include <stdlib.h>

int sym_sort(const struct sym *syms, uint32_t *order, uint32_t nr)
{
	struct radix_item *a, *by_start;
	bool sorted = true;

	for (uint32_t k = 1; k < nr; k++)
		sorted &= syms[order[k - 1]].start <= syms[order[k]].start;
	if (sorted)
		return 0;
	a = mem_alloc(nr, 2 * sizeof(*a));
	if (!a)
		return -ENOMEM;
	for (uint32_t k = 0; k < nr; k++)
		a[k] = (struct radix_item){ syms[order[k]].start, order[k] };
	by_start = radix_sort(a, a + nr, nr);
	for (uint32_t k = 0; k < nr; k++)
		order[k] = by_start[k].number;
	free(a);
	return 0;
}
