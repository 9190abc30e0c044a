/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Byte strings, each kept once and known by a number: call chains, raw payloads, small keys.
 * Number 0 is never given out. Memory is that of the distinct strings.
 *
 * When memory is exhausted, err is -ENOMEM until the interner is freed. Each later call gives
 * number 0, and all[0] is an empty string, so a caller may use the number and check err once, after
 * its last call. Numbers that were given out before stay valid.
 */

#include "common/hash_table.h"

#include <stddef.h>
#include <stdint.h>

struct interned {
	const uint8_t *data; /* aligned to 8 bytes */
	uint32_t len;
	uint32_t tag; /* of the hash */
};

struct interner {
	struct interned *all; /* by number */
	uint32_t nr;	      /* numbers in use are below; 0 before the first */
	uint32_t cap;
	struct pd_hash_index index;
	uint8_t *block; /* where the next string goes; blocks are linked by their first 8 bytes */
	size_t used, size;
	int err; /* 0 or -ENOMEM */
};

void interner_free(struct interner *b);

/*
 * The number of these bytes in steps, for many at a time: their tag; then say three times that they
 * will be asked for, so that memory comes in while others are looked at; then the number.
 */
uint32_t interner_tag(const void *data, uint32_t len);
#define INTERNER_STEPS 3u
void interner_prefetch(const struct interner *b, uint32_t tag, unsigned step);
uint32_t interner_put(struct interner *b, const void *data, uint32_t len, uint32_t tag);

/*
 * As interner_put() for the bytes of a blob of another set, whose memory interner_take_memory()
 * takes over.
 */
uint32_t interner_put_nocopy(struct interner *b, const void *data, uint32_t len, uint32_t tag);
void interner_take_memory(struct interner *b, struct interner *from);

/* The number of these bytes; 0: see err. */
static inline uint32_t interner_add(struct interner *b, const void *data, uint32_t len)
{
	return interner_put(b, data, len, interner_tag(data, len));
}

/* Order counts: small numbers in both places must not cancel out. */
static inline uint64_t hash_mix(uint64_t h, uint64_t v)
{
	h = (h * 0xff51afd7ed558ccdull ^ v) * 0x9e3779b97f4a7c15ull;
	return h ^ h >> 29;
}
