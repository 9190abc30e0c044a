/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Open addressing with linear probing.
 *
 * Slots of any type hold the things themselves. PD_HASH_TABLE(name, type, used, same,
 * hash) defines two functions; the owner keeps the slots, the mask, which is their number minus
 * one, and the count of those in use:
 *
 *   type *name_slot(type *slots, size_t mask, const type *key, uint64_t seed)
 *	the slot that is like @key, or the free one where it belongs; one slot at least is free
 *   int name_grow(type **slots, size_t *mask, size_t first, uint64_t seed)
 *	twice as many slots, @first (a power of two) where there are none; -1: out of memory, all
 *	stays as it was. Call it before half of the slots are in use. Free *@slots with pd_free().
 *
 * @used, @same and @hash are expressions in the slot s, the key k and @seed, which input cannot
 * know where input chooses the keys. A slot of zeros is free.
 *
 * A struct pd_hash_index holds numbers, not 0, of things that the owner keeps in an array. Each
 * slot has the number below the tag, 32 bits of the hash, so that it grows without looking at the
 * things. PD_HASH_INDEX(name, owner, type, same) defines
 *
 *   uint64_t *name_slot(const struct pd_hash_index *x, uint32_t tag, const owner *o, const type *k)
 *	the slot of the number n of @o that is like @k, or the free one, 0, where it belongs. @same
 *	is an expression in o, n and k.
 */

#include "common/heap.h"

#include <stddef.h>
#include <stdint.h>

#define PD_HASH_TABLE(name, type, used, same, hash)                                                \
	static inline type *name##_slot(type *slots, size_t mask, const type *k, uint64_t seed)    \
	{                                                                                          \
		size_t i = (size_t)(hash)&mask;                                                    \
                                                                                                   \
		(void)seed;                                                                        \
		for (const type *s = &slots[i]; (used) && !(same); s = &slots[i])                  \
			i = (i + 1) & mask;                                                        \
		return &slots[i];                                                                  \
	}                                                                                          \
                                                                                                   \
	static inline int name##_grow(type **slots, size_t *mask, size_t first, uint64_t seed)     \
	{                                                                                          \
		const size_t was = *slots ? *mask + 1 : 0, nr = was ? was * 2 : first;             \
		type *more = nr > was ? pd_calloc(nr, sizeof(*more)) : NULL;                       \
                                                                                                   \
		if (!more)                                                                         \
			return -1;                                                                 \
		for (const type *s = *slots; s < *slots + was; s++)                                \
			if (used)                                                                  \
				*name##_slot(more, nr - 1, s, seed) = *s;                          \
		pd_free(*slots);                                                                   \
		*slots = more;                                                                     \
		*mask = nr - 1;                                                                    \
		return 0;                                                                          \
	}

struct pd_hash_index {
	uint64_t *slots; /* free with pd_free() */
	size_t mask;
};

/*
 * Room for one more than the @nr numbers that are in use; @first (a power of two) slots to begin
 * with. -1: out of memory, all stays as it was.
 */
int pd_hash_index_grow(struct pd_hash_index *x, size_t nr, size_t first);

static inline uint64_t pd_hash_index_entry(uint32_t tag, uint32_t n)
{
	return (uint64_t)tag << 32 | n;
}

#define PD_HASH_INDEX(name, owner, type, same)                                                     \
	static inline uint64_t *name##_slot(const struct pd_hash_index *x, uint32_t tag,           \
					    const owner *o, const type *k)                         \
	{                                                                                          \
		for (size_t i = tag & x->mask;; i = (i + 1) & x->mask) {                           \
			const uint64_t e = x->slots[i];                                            \
			const uint32_t n = (uint32_t)e;                                            \
                                                                                                   \
			if (!e || (e >> 32 == tag && (same)))                                      \
				return &x->slots[i];                                               \
		}                                                                                  \
	}
