/* SPDX-License-Identifier: BSD-2-Clause */
/* Grows hash tables whose slots hold indices of an array (struct pd_hash_index). */
#include "common/hash_table.h"

/* Move the entries to @cap free slots, a power of two and more than there are. */
static int move_entries(struct pd_hash_index *x, size_t cap)
{
	const size_t was = x->slots ? x->mask + 1 : 0;
	uint64_t *slots = cap > was ? pd_calloc(cap, sizeof(*slots)) : NULL;

	if (!slots)
		return -1;
	pd_use_huge_pages(slots, cap * sizeof(*slots));
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

int pd_hash_index_grow(struct pd_hash_index *x, size_t nr, size_t first)
{
	const size_t was = x->slots ? x->mask + 1 : 0;

	return nr * 2 < was ? 0 : move_entries(x, was ? was * 2 : first);
}

int pd_hash_index_reserve(struct pd_hash_index *x, size_t nr)
{
	const size_t was = x->slots ? x->mask + 1 : 0;
	size_t cap = was ? was : 64;

	while (cap && cap / 2 <= nr)
		cap *= 2;
	return cap == was ? 0 : move_entries(x, cap);
}
