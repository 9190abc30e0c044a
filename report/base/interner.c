/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/interner.h"

#include "base/command.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK (1u << 20)

void interner_free(struct interner *b)
{
	uint8_t *next;

	for (uint8_t *p = b->block; p; p = next) {
		memcpy(&next, p, sizeof(next));
		free(p);
	}
	free(b->all);
	free(b->index);
	*b = (struct interner){ 0 };
}

#define LANES 4u

static uint64_t lane(uint64_t h, const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	v ^= h;
	return (v << 29 | v >> 35) * 0x9e3779b97f4a7c15ull;
}

/* Long ones in lanes, so that multiplications do not wait for one another. */
static uint64_t bytes_hash(const uint8_t *p, size_t len)
{
	uint64_t h[LANES] = { len, 1, 2, 3 }, v = 0;

	for (; len >= 8 * LANES; p += 8 * LANES, len -= 8 * LANES)
		for (unsigned i = 0; i < LANES; i++)
			h[i] = lane(h[i], p + 8 * i);
	for (unsigned i = 0; len >= 8; i++, p += 8, len -= 8)
		h[i] = lane(h[i], p);
	memcpy(&v, p, len);
	return hash_mix(hash_mix(hash_mix(h[0], h[1]), hash_mix(h[2], h[3])), v);
}

uint32_t interner_tag(const void *data, uint32_t len)
{
	return (uint32_t)(bytes_hash(data, len) >> 21);
}

void interner_prefetch(const struct interner *b, uint32_t tag, unsigned step)
{
	const uint8_t *data;
	uint32_t n;

	if (!b->index)
		return;
	if (!step) {
		__builtin_prefetch(&b->index[tag & b->mask]);
		return;
	}
	n = (uint32_t)b->index[tag & b->mask];
	if (!n)
		return;
	if (step == 1) {
		__builtin_prefetch(&b->all[n]);
		return;
	}
	data = b->all[n].data;
	__builtin_prefetch(data);
	__builtin_prefetch(data + 64);
}

static uint8_t *interner_room(struct interner *b, size_t len)
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

static void grow_interner(struct interner *b)
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

static bool interned_equals(const struct interned *b, const void *data, uint32_t len)
{
	return b->len == len && !memcmp(b->data, data, len);
}

/* @kept: the bytes stay where they are, and need no copy. */
static uint32_t intern_bytes(struct interner *b, const void *data, uint32_t len, uint32_t tag,
			     bool kept)
{
	uint32_t at;
	uint64_t e;
	uint8_t *p;

	if ((uint64_t)b->nr * 2 >= b->mask)
		grow_interner(b);
	for (at = tag & b->mask; (e = b->index[at]); at = (at + 1) & b->mask)
		if (e >> 32 == tag && interned_equals(&b->all[(uint32_t)e], data, len))
			return (uint32_t)e;
	if (!b->nr)
		b->nr = 1;
	if (b->nr >= b->cap) {
		b->cap = b->cap ? b->cap * 2 : 1024;
		b->all = rep_grow(b->all, b->cap, sizeof(*b->all));
	}
	if (!kept) {
		p = interner_room(b, len);
		memcpy(p, data, len);
		data = p;
	}
	b->all[b->nr] = (struct interned){ .data = data, .len = len, .tag = tag };
	b->index[at] = (uint64_t)tag << 32 | b->nr;
	return b->nr++;
}

uint32_t interner_put(struct interner *b, const void *data, uint32_t len, uint32_t tag)
{
	return intern_bytes(b, data, len, tag, false);
}

uint32_t interner_put_nocopy(struct interner *b, const void *data, uint32_t len, uint32_t tag)
{
	return intern_bytes(b, data, len, tag, true);
}

void interner_take_memory(struct interner *b, struct interner *from)
{
	uint8_t *last = from->block, *next;

	if (!last)
		return;
	for (memcpy(&next, last, sizeof(next)); next; memcpy(&next, last, sizeof(next)))
		last = next;
	/* Behind the block that is being filled, if there is one. */
	if (b->block) {
		memcpy(&next, b->block, sizeof(next));
		memcpy(last, &next, sizeof(next));
		memcpy(b->block, &from->block, sizeof(next));
	} else {
		b->block = from->block;
		b->used = b->size = 0;
	}
	from->block = NULL;
}
