/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Stores each distinct byte string (a call chain, a raw payload, a small key) once and gives it an
 * id: 1 to the first string, 2 to the second, and so on. Equal strings take up memory only once.
 *
 * When memory is exhausted, interner.err becomes -ENOMEM until the interner is freed. Each later
 * call returns the id 0, and interner.all[0] is an empty string, so a caller may use the id 0 and
 * check interner.err once, after its last call. The ids that earlier calls returned stay valid.
 */

#include "common/hash_table.h"

#include <stddef.h>
#include <stdint.h>

struct interned {
	const uint8_t *data; /* aligned to 8 bytes */
	uint32_t len;
	uint32_t tag; /* hash of the string, from interner_tag() */
};

struct interner {
	struct interned *all; /* array of the strings, indexed by id; all[0] is an empty string */
	uint32_t nr;	      /* the ids 1 to @nr - 1 are in use; 0: no string was added */
	uint32_t cap;
	struct pd_hash_index index;
	/*
	 * memory block into which the interner copies new strings; the first bytes of the block
	 * are a pointer to the next block in the list of all blocks, or NULL in the last block
	 */
	uint8_t *block;
	size_t used, size; /* @used: number of bytes of @block in use; @size: size of @block */
	int err;	   /* 0; -ENOMEM: memory was exhausted, and no string can be added */
};

void interner_free(struct interner *b);

/*
 * The steps of interner_add(), for many strings at a time: for each string, call interner_tag()
 * for its hash, then interner_prefetch() with @step 0, 1 and 2, then interner_put(). Between the
 * steps of one string, the caller does the steps of other strings while the processor loads
 * memory. interner_put() returns the id of the string; 0: b->err has the error.
 */
uint32_t interner_tag(const void *data, uint32_t len);
#define INTERNER_STEPS 3u
void interner_prefetch(const struct interner *b, uint32_t tag, unsigned step);
uint32_t interner_put(struct interner *b, const void *data, uint32_t len, uint32_t tag);

/*
 * interner_put_nocopy() adds a string as interner_put() does, but does not copy the bytes at
 * @data, which are in the memory of another interner. After the last call of
 * interner_put_nocopy(), the caller calls interner_take_memory(), which moves the memory of the
 * other interner (the argument @from of interner_take_memory()) to @b.
 */
uint32_t interner_put_nocopy(struct interner *b, const void *data, uint32_t len, uint32_t tag);
void interner_take_memory(struct interner *b, struct interner *from);

/*
 * Append the strings of @from to the strings of @b, and move the memory of @from to @b. String n of
 * @from becomes string n + R of @b, where R is the return value. The function does not search for
 * equal strings: a string that was in @b and in @from is in @b twice afterwards, with two ids. No
 * string can be added to @b any more. Return: R; UINT32_MAX: b->err has the error.
 */
uint32_t interner_append(struct interner *b, struct interner *from);

/*
 * Add a string of another interner, with the id @id that the string has there. The bytes at @data
 * are not copied; they must stay valid until @b is freed. All strings of @b must be added with this
 * function. An id without a string stands for an empty string. Return: @id; 0: b->err has the
 * error.
 */
uint32_t interner_adopt(struct interner *b, uint32_t id, const void *data, uint32_t len);

/* Add the string if it is new. Return: the id of the string; 0: b->err has the error. */
static inline uint32_t interner_add(struct interner *b, const void *data, uint32_t len)
{
	return interner_put(b, data, len, interner_tag(data, len));
}

/*
 * Return the hash @h with the value @v mixed in. Exchanging @h and @v gives another result, so that
 * small values of @h and @v do not cancel out.
 */
static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h * 0xff51afd7ed558ccdull ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}
