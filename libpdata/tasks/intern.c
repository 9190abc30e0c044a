/* SPDX-License-Identifier: BSD-2-Clause */
/* Interns texts: the same text always has the same number. */
#include "tasks/tasks_int.h"

#include <string.h>

#ifdef HAVE_XXHASH
#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t pd_hash(const void *data, size_t len, uint64_t seed)
{
	return XXH3_64bits_withSeed(data, len, seed);
}
#else
uint64_t pd_hash(const void *data, size_t len, uint64_t seed)
{
	const uint8_t *p = data;
	uint64_t h = seed ^ 0xcbf29ce484222325ull;

	while (len--)
		h = (h ^ *p++) * 0x100000001b3ull;
	return h ^ h >> 29;
}
#endif

PD_HASH_INDEX(string, struct pd_strings, char, !strcmp(o->str[n - 1], k))

uint32_t pd_string(struct pdata_tasks *t, struct pd_strings *s, const char *text)
{
	const size_t len = strlen(text);
	const uint32_t tag = (uint32_t)pd_hash(text, len, t->seed);
	uint64_t *slot;
	char *copy;

	if (pd_hash_index_grow(&s->index, s->nr, 256))
		return UINT32_MAX;
	slot = string_slot(&s->index, tag, s, text);
	if (*slot)
		return (uint32_t)*slot - 1;
	copy = pd_arena_str(&t->arena, text, len);
	if (!copy || pd_grow(&s->str, &s->cap, s->nr + 1, sizeof(*s->str)))
		return UINT32_MAX;
	s->str[s->nr] = copy;
	*slot = pd_hash_index_entry(tag, (uint32_t)s->nr + 1);
	return (uint32_t)s->nr++;
}
