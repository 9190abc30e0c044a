/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Hash tables with open addressing and linear probing, of two kinds.
 *
 * PD_HASH_TABLE(name, type, used, same, hash) is for a table whose slots are the elements
 * themselves. The owner of the table keeps the slots, the mask (the number of slots minus one) and
 * the number of slots in use. The macro defines two functions:
 *
 *   type *name_slot(type *slots, size_t mask, const type *key, uint64_t seed)
 *	Returns the slot whose element equals @key, or the free slot for such an element. At least
 *	one slot must be free.
 *   int name_grow(type **slots, size_t *mask, size_t first, uint64_t seed)
 *	Doubles the number of slots; an empty table gets @first slots (a power of two). Call it
 *	before half of the slots are in use. Returns -1 if out of memory: then nothing has changed.
 *	Free *@slots with pd_free().
 *
 * @used, @same and @hash are expressions in s (a slot), k (the key) and @seed. If the keys come
 * from untrusted input, @seed must be an integer that the author of the input cannot know. A slot
 * of zeros is free.
 *
 * A struct pd_hash_index is a table of indices of an array that the owner keeps; index 0 is not
 * used. The low 32 bits of a slot are the index, the high 32 bits are the tag: 32 bits of the hash,
 * so that the table grows without reading the elements. PD_HASH_INDEX(name, owner, type, same)
 * defines the function
 *
 *   uint64_t *name_slot(const struct pd_hash_index *x, uint32_t tag, const owner *o, const type *k)
 *	Returns the slot of the element of @o that equals @k. If there is no such element, returns
 *	the free slot (its value is 0) for it. @same is an expression in o, k and n, the index of
 *	the element in question.
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
		pd_use_huge_pages(more, nr * sizeof(*more));                                       \
		for (const type *s = *slots; s < *slots + was; s++)                                \
			if (used)                                                                  \
				*name##_slot(more, nr - 1, s, seed) = *s;                          \
		pd_free(*slots);                                                                   \
		*slots = more;                                                                     \
		*mask = nr - 1;                                                                    \
		return 0;                                                                          \
	}

struct pd_hash_index {
	uint64_t *slots; /* hash table; the owner frees it with pd_free() */
	size_t mask;	 /* number of slots minus one */
};

/*
 * Make room in the table @x for one more index; @x has @nr indices now. An empty table gets @first
 * slots (a power of two). Return: 0; -1: memory is exhausted, and @x has not changed.
 */
int pd_hash_index_grow(struct pd_hash_index *x, size_t nr, size_t first);

/*
 * Make room in the table @x for @nr indices in total. Return: 0; -1: out of memory, and nothing
 * has changed.
 */
int pd_hash_index_reserve(struct pd_hash_index *x, size_t nr);

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
