/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hash index that finds rows with equal values of the keys of one scope and gives them the
 * same number.
 */
#include "profile/rows/row_index.h"

#include "base/memory.h"
#include "profile/keys/key_table.h"

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

/* Without memory there is no index: each call comes here and fails. */
static bool grow_row_index(const struct report *rp, struct row_index *s)
{
	const uint32_t mask = s->mask ? s->mask * 2 + 1 : 1023;

	s->mask = 0;
	free(s->index);
	s->index = session_err(rp->s) ? NULL : mem_alloc((size_t)mask + 1, sizeof(*s->index));
	if (!s->index) {
		report_no_memory(rp);
		return false;
	}
	s->mask = mask;
	for (uint32_t n = 1; n < s->nr; n++) {
		uint32_t i = (uint32_t)(s->hash[n] >> 9) & s->mask;

		while (s->index[i])
			i = (i + 1) & s->mask;
		s->index[i] = n;
	}
	return true;
}

static bool grow_row_kinds(const struct report *rp, struct row_index *s)
{
	const uint32_t cap = s->cap ? s->cap * 2 : 256;
	struct rep_row *reps = mem_grow(s->reps, cap, sizeof(*reps));
	uint64_t *hash = reps ? mem_grow(s->hash, cap, sizeof(*hash)) : NULL;

	s->reps = reps ? reps : s->reps;
	s->hash = hash ? hash : s->hash;
	if (!hash) {
		report_no_memory(rp);
		return false;
	}
	s->cap = cap;
	return true;
}

uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r)
{
	uint64_t h = hash_of(rp, s, r);
	uint32_t i, n;

	if (!s->nr)
		s->nr = 1;
	if (s->nr * 2 >= s->mask && !grow_row_index(rp, s))
		return 0;
	for (i = (uint32_t)(h >> 9) & s->mask; (n = s->index[i]); i = (i + 1) & s->mask)
		if (s->hash[n] == h && equal(rp, s, &s->reps[n], r))
			return n;
	if (s->nr >= s->cap && !grow_row_kinds(rp, s))
		return 0;
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
