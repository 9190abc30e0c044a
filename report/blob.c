/* SPDX-License-Identifier: BSD-2-Clause */
#include "blob.h"

#include "rep.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK (1u << 20)

void blobs_free(struct blobs *b)
{
	uint8_t *next;

	for (uint8_t *p = b->block; p; p = next) {
		memcpy(&next, p, sizeof(next));
		free(p);
	}
	free(b->all);
	free(b->index);
	*b = (struct blobs){ 0 };
}

static uint64_t bytes_hash(const uint8_t *p, size_t len)
{
	uint64_t h = len, v;

	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&v, p, 8);
		h = hash_mix(h, v);
	}
	v = 0;
	memcpy(&v, p, len);
	return hash_mix(h, v);
}

static uint8_t *blobs_room(struct blobs *b, size_t len)
{
	size_t need = (len + 7) & ~(size_t)7;
	uint8_t *p;

	if (!b->block || b->size - b->used < need) {
		size_t size = need + 8 > BLOCK ? need + 8 : BLOCK;

		p = rep_alloc(1, size);
		memcpy(p, &b->block, sizeof(b->block));
		b->block = p;
		b->size = size;
		b->used = 8;
	}
	p = b->block + b->used;
	b->used += need;
	return p;
}

static void blobs_widen(struct blobs *b)
{
	uint32_t mask = b->index ? b->mask * 2 + 1 : 1023, at;

	free(b->index);
	b->index = rep_alloc((size_t)mask + 1, sizeof(*b->index));
	b->mask = mask;
	for (uint32_t i = 1; i < b->nr; i++) {
		for (at = b->all[i].tag & mask; b->index[at]; at = (at + 1) & mask)
			;
		b->index[at] = (uint64_t)b->all[i].tag << 32 | i;
	}
}

static bool blob_is(const struct blob *b, const void *data, uint32_t len)
{
	return b->len == len && !memcmp(b->data, data, len);
}

uint32_t blobs_intern(struct blobs *b, const void *data, uint32_t len)
{
	uint32_t tag = (uint32_t)(bytes_hash(data, len) >> 21), at;
	uint64_t e;
	uint8_t *p;

	if ((uint64_t)b->nr * 2 >= b->mask)
		blobs_widen(b);
	for (at = tag & b->mask; (e = b->index[at]); at = (at + 1) & b->mask)
		if (e >> 32 == tag && blob_is(&b->all[(uint32_t)e], data, len))
			return (uint32_t)e;
	if (!b->nr)
		b->nr = 1;
	if (b->nr >= b->cap) {
		b->cap = b->cap ? b->cap * 2 : 1024;
		b->all = rep_grow(b->all, b->cap, sizeof(*b->all));
	}
	p = blobs_room(b, len);
	memcpy(p, data, len);
	b->all[b->nr] = (struct blob){ .data = p, .len = len, .tag = tag };
	b->index[at] = (uint64_t)tag << 32 | b->nr;
	return b->nr++;
}
