/* SPDX-License-Identifier: BSD-2-Clause */
/* Grows hash tables whose slots hold indices of an array (struct pd_hash_index). */
#include "common/hash_table.h"

int pd_hash_index_grow(struct pd_hash_index *x, size_t nr, size_t first)
{
	const size_t was = x->slots ? x->mask + 1 : 0, cap = was ? was * 2 : first;
	uint64_t *slots;

	if (nr * 2 < was)
		return 0;
	slots = cap > was ? pd_calloc(cap, sizeof(*slots)) : NULL;
	if (!slots)
		return -1;
	for (size_t i = 0; i < was; i++) {
		size_t at = (size_t)(x->slots[i] >> 32) & (cap - 1);

		if (!x->slots[i])
			continue;
		while (slots[at])
			at = (at + 1) & (cap - 1);
		slots[at] = x->slots[i];
	}
	pd_free(x->slots);
	x->slots = slots;
	x->mask = cap - 1;
	return 0;
}
