/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts by number: the same text has the same number. */
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

static int rehash(struct pd_strings *s, uint64_t seed)
{
	size_t n = s->nr_slots ? s->nr_slots * 2 : 256;
	uint32_t *slots = pd_calloc(n, sizeof(*slots));

	if (!slots)
		return PDATA_E_NOMEM;
	for (size_t i = 0; i < s->nr; i++) {
		size_t at = (size_t)pd_hash(s->str[i], strlen(s->str[i]), seed) & (n - 1);

		while (slots[at])
			at = (at + 1) & (n - 1);
		slots[at] = (uint32_t)i + 1;
	}
	pd_free(s->slots);
	s->slots = slots;
	s->nr_slots = n;
	return 0;
}

uint32_t pd_string(struct pdata_tasks *t, struct pd_strings *s, const char *text)
{
	size_t len = strlen(text), at;
	char *copy;

	if (s->nr * 2 >= s->nr_slots && rehash(s, t->seed))
		return UINT32_MAX;
	at = (size_t)pd_hash(text, len, t->seed) & (s->nr_slots - 1);
	while (s->slots[at]) {
		if (!strcmp(s->str[s->slots[at] - 1], text))
			return s->slots[at] - 1;
		at = (at + 1) & (s->nr_slots - 1);
	}
	copy = pd_arena_str(&t->arena, text, len);
	if (!copy || pd_grow(&s->str, &s->cap, s->nr + 1, sizeof(*s->str)))
		return UINT32_MAX;
	s->str[s->nr] = copy;
	s->slots[at] = (uint32_t)s->nr + 1;
	return (uint32_t)s->nr++;
}
