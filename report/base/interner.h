/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores each distinct byte string (a call chain, a raw payload, a small key) once and gives it a
 * number from 1 on. Equal strings take up memory only once.
 *
 * When memory is exhausted, the member err becomes -ENOMEM until the interner is freed. Each later
 * call returns number 0, and all[0] is an empty string, so a caller may use the number and check
 * err once, after its last call. Numbers that were returned before stay valid.
 */

#include "common/hash_table.h"

#include <stddef.h>
#include <stdint.h>

struct interned {
	const uint8_t *data; /* aligned to 8 bytes */
	uint32_t len;
	uint32_t tag; /* hash of the string, see interner_tag() */
};

struct interner {
	struct interned *all; /* strings by number; all[0] is an empty string */
	uint32_t nr;	      /* numbers 1 to nr - 1 are in use; 0: no string yet */
	uint32_t cap;
	struct pd_hash_index index;
	/* the memory block that is being filled; its first bytes are a pointer to the next block */
	uint8_t *block;
	size_t used, size; /* bytes of the block that are in use, and its size */
	int err;	   /* 0; -ENOMEM: memory was exhausted, and no string can be added */
};

void interner_free(struct interner *b);

/*
 * interner_add() in steps, for many strings at a time: call interner_tag() for the hash of a
 * string, then interner_prefetch() with @step 0, 1 and 2, then interner_put(). Between the steps of
 * one string, the caller does the steps of other strings while the processor loads memory.
 * interner_put() returns the number of the string; 0: b->err has the error.
 */
uint32_t interner_tag(const void *data, uint32_t len);
#define INTERNER_STEPS 3u
void interner_prefetch(const struct interner *b, uint32_t tag, unsigned step);
uint32_t interner_put(struct interner *b, const void *data, uint32_t len, uint32_t tag);

/*
 * Add a string as interner_put() does, but do not copy the bytes at @data, which are in the memory
 * of another interner. The caller then moves the memory of that interner, @from, to @b with
 * interner_take_memory().
 */
uint32_t interner_put_nocopy(struct interner *b, const void *data, uint32_t len, uint32_t tag);
void interner_take_memory(struct interner *b, struct interner *from);

/*
 * Append the strings of @from to the strings of @b, and move the memory of @from to @b. String n of
 * @from becomes string n + R of @b, where R is the return value. Equal strings are not searched
 * for: a string that both interners had now has two numbers, and no string can be added to @b
 * any more. Return: R; UINT32_MAX: b->err has the error.
 */
uint32_t interner_append(struct interner *b, struct interner *from);

/* Return: the number of the string, which is added if it is new; 0: b->err has the error. */
static inline uint32_t interner_add(struct interner *b, const void *data, uint32_t len)
{
	return interner_put(b, data, len, interner_tag(data, len));
}

/*
 * Return the hash @h with the value @v mixed in. Exchanging @h and @v gives another result, so that
 * small numbers in both do not cancel out.
 */
static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h * 0xff51afd7ed558ccdull ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}
