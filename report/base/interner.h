/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores each distinct byte string once and gives it a number: call chains, raw payloads, small
 * keys. Number 0 is never given to a string. The memory used is that of the distinct strings.
 *
 * When memory is exhausted, err is -ENOMEM until the interner is freed. Each later call returns
 * number 0, and all[0] is an empty string, so a caller may use the number and check err once,
 * after its last call. Numbers that were returned before stay valid.
 */

#include "common/hash_table.h"

#include <stddef.h>
#include <stdint.h>

struct interned {
	const uint8_t *data; /* aligned to 8 bytes */
	uint32_t len;
	uint32_t tag; /* see interner_tag() */
};

struct interner {
	struct interned *all; /* by number */
	uint32_t nr;	      /* all numbers in use are lower; 0: no string yet */
	uint32_t cap;
	struct pd_hash_index index;
	uint8_t *block; /* block that is being filled; its first 8 bytes point to the next block */
	size_t used, size;
	int err; /* 0 or -ENOMEM */
};

void interner_free(struct interner *b);

/*
 * Get the number of a string in steps, for many strings at a time: first interner_tag(), then
 * interner_prefetch() with @step 0, 1 and 2, so that the processor loads memory for one string
 * while others are handled, then interner_put(). Return of interner_put(): the number; 0: see err.
 */
uint32_t interner_tag(const void *data, uint32_t len);
#define INTERNER_STEPS 3u
void interner_prefetch(const struct interner *b, uint32_t tag, unsigned step);
uint32_t interner_put(struct interner *b, const void *data, uint32_t len, uint32_t tag);

/*
 * interner_put() for the bytes of another interner, which are not copied. interner_take_memory()
 * moves the memory of @from to @b.
 */
uint32_t interner_put_nocopy(struct interner *b, const void *data, uint32_t len, uint32_t tag);
void interner_take_memory(struct interner *b, struct interner *from);

/*
 * Add the strings of @from after those of @b and move its memory. Equal strings are not searched
 * for, so a string of both has two numbers, and no string can be added to @b afterwards. A string
 * with number n of @from gets the number n + the result. Return: UINT32_MAX: see err.
 */
uint32_t interner_append(struct interner *b, struct interner *from);

/* Return: the number of the string; 0: see err. */
static inline uint32_t interner_add(struct interner *b, const void *data, uint32_t len)
{
	return interner_put(b, data, len, interner_tag(data, len));
}

/*
 * Mix @v into the hash @h. The result depends on the order of @h and @v, so that small numbers in
 * both do not cancel out.
 */
static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h * 0xff51afd7ed558ccdull ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}
