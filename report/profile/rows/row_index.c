/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile/rows/row_index.h"

#include "profile/callgraph/callgraph_trie.h"

#include <stdlib.h>

static uint64_t hash_of(const struct report *rp, const struct row_index *s, const struct rep_row *r)
{
	uint64_t h = s->scope == KEY_THREAD ? r->event : 0;

	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->scope == s->scope)
			h = hash_mix(h, rep_key_hash(rp, rp->keys[i], r));
	return h;
}

static bool equal(const struct report *rp, const struct row_index *s, const struct rep_row *a,
		  const struct rep_row *b)
{
	if (s->scope == KEY_THREAD && a->event != b->event)
		return false;
	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->scope == s->scope && rep_key_cmp(rp, rp->keys[i], a, b))
			return false;
	return true;
}

static void grow_row_index(struct row_index *s)
{
	s->mask = s->mask ? s->mask * 2 + 1 : 1023;
	free(s->index);
	s->index = rep_alloc((size_t)s->mask + 1, sizeof(*s->index));
	for (uint32_t n = 1; n < s->nr; n++) {
		uint32_t i = (uint32_t)(s->hash[n] >> 9) & s->mask;

		while (s->index[i])
			i = (i + 1) & s->mask;
		s->index[i] = n;
	}
}

uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r)
{
	uint64_t h = hash_of(rp, s, r);
	uint32_t i, n;

	if (!s->nr)
		s->nr = 1;
	if (s->nr * 2 >= s->mask)
		grow_row_index(s);
	for (i = (uint32_t)(h >> 9) & s->mask; (n = s->index[i]); i = (i + 1) & s->mask)
		if (s->hash[n] == h && equal(rp, s, &s->reps[n], r))
			return n;
	if (s->nr >= s->cap) {
		s->cap = s->cap ? s->cap * 2 : 256;
		s->reps = rep_grow(s->reps, s->cap, sizeof(*s->reps));
		s->hash = rep_grow(s->hash, s->cap, sizeof(*s->hash));
	}
	s->reps[s->nr] = *r;
	s->hash[s->nr] = h;
	s->index[i] = s->nr;
	return s->nr++;
}

void row_index_free(struct row_index *s)
{
	free(s->reps);
	free(s->hash);
	free(s->index);
}
