/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hash table that stores each distinct byte string once and numbers it from 1; used for call
 * chains, raw payloads and keys.
 */
#include "base/interner.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "common/prefetch.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK (1u << 20) /* bytes of the first block; later ones are a huge page */

/* all[0] of an interner that ran out of memory before its first string; never written to. */
static const struct interned no_string[1];

void interner_free(struct interner *b)
{
	uint8_t *next;

	for (uint8_t *p = b->block; p; p = next) {
		memcpy(&next, p, sizeof(next));
		free(p);
	}
	if (b->all != no_string)
		free(b->all);
	pd_free(b->index.slots);
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

/* Hash long strings in lanes, so that a multiplication does not wait for the one before. */
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

	if (!b->index.slots)
		return;
	if (!step) {
		pd_prefetch(&b->index.slots[tag & b->index.mask]);
		return;
	}
	n = (uint32_t)b->index.slots[tag & b->index.mask];
	if (!n)
		return;
	if (step == 1) {
		pd_prefetch(&b->all[n]);
		return;
	}
	data = b->all[n].data;
	pd_prefetch(data);
	pd_prefetch(data + 64);
}

/*
 * Store the error. The index is freed, so that each later call reaches grow_index(), which fails
 * as well.
 */
static bool interner_fail(struct interner *b)
{
	b->err = -ENOMEM;
	pd_free(b->index.slots);
	b->index = (struct pd_hash_index){ 0 };
	if (!b->all)
		b->all = (struct interned *)(uintptr_t)no_string;
	return false;
}

/* Return: room for @len bytes, or NULL. */
static uint8_t *interner_room(struct interner *b, size_t len)
{
	size_t need = (len + 7) & ~(size_t)7;
	uint8_t *p;

	if (!b->block || b->size - b->used < need) {
		const size_t usual = b->block ? PD_HUGE_PAGE : BLOCK;
		const size_t size = need + 8 > usual ? need + 8 : usual;

		p = mem_big_alloc(1, size);
		if (!p)
			return NULL;
		memcpy(p, &b->block, sizeof(b->block));
		b->block = p;
		b->size = size;
		b->used = 8;
	}
	p = b->block + b->used;
	b->used += need;
	return p;
}

static bool grow_index(struct interner *b)
{
	return !b->err &&
	       (mem_check(!pd_hash_index_grow(&b->index, b->nr, 1024)) || interner_fail(b));
}

/* Make room for string number nr. */
static bool grow_strings(struct interner *b)
{
	const uint32_t cap = b->cap ? b->cap * 2 : 1024;
	struct interned *all = mem_grow(b->all, cap, sizeof(*all));

	if (!all)
		return interner_fail(b);
	if (!b->cap)
		all[0] = no_string[0];
	b->all = all;
	b->cap = cap;
	return true;
}

struct bytes {
	const void *p;
	uint32_t len;
};

PD_HASH_INDEX(interned, struct interner, struct bytes,
	      o->all[n].len == k->len && !memcmp(o->all[n].data, k->p, k->len))

/* @kept: the bytes stay valid where they are, so they are not copied. */
static uint32_t intern_bytes(struct interner *b, const void *data, uint32_t len, uint32_t tag,
			     bool kept)
{
	const struct bytes key = { data, len };
	uint64_t *slot;
	uint8_t *p;

	if ((uint64_t)b->nr * 2 >= b->index.mask && !grow_index(b))
		return 0;
	slot = interned_slot(&b->index, tag, b, &key);
	if (*slot)
		return (uint32_t)*slot;
	if (!b->nr)
		b->nr = 1;
	if (b->nr >= b->cap && !grow_strings(b))
		return 0;
	if (!kept) {
		p = interner_room(b, len);
		if (!p)
			return interner_fail(b);
		memcpy(p, data, len);
		data = p;
	}
	b->all[b->nr] = (struct interned){ .data = data, .len = len, .tag = tag };
	*slot = pd_hash_index_entry(tag, b->nr);
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

uint32_t interner_adopt(struct interner *b, uint32_t id, const void *data, uint32_t len)
{
	const struct interned s = { .data = data, .len = len };

	if (b->err)
		return 0;
	while (id >= b->cap)
		if (!grow_strings(b))
			return 0;
	while (b->nr <= id)
		b->all[b->nr++] = no_string[0];
	if (!b->all[id].data)
		b->all[id] = s;
	return id;
}

void interner_take_memory(struct interner *b, struct interner *from)
{
	uint8_t *last = from->block, *next;

	if (!last)
		return;
	for (memcpy(&next, last, sizeof(next)); next; memcpy(&next, last, sizeof(next)))
		last = next;
	/* Insert the blocks after the one that is being filled, if there is one. */
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

uint32_t interner_append(struct interner *b, struct interner *from)
{
	const uint32_t was = b->nr ? b->nr : 1, more = from->nr ? from->nr - 1 : 0;
	struct interned *all = b->all;

	if (more >= UINT32_MAX - was ||
	    (was + more > b->cap && !(all = mem_grow(all, was + more, sizeof(*all))))) {
		interner_fail(b);
		return UINT32_MAX;
	}
	if (!b->nr && all)
		all[0] = no_string[0];
	if (all && more)
		memcpy(all + was, from->all + 1, more * sizeof(*all));
	b->cap = was + more > b->cap ? was + more : b->cap;
	b->all = all;
	b->nr = was + more;
	interner_take_memory(b, from);
	return was - 1;
}
