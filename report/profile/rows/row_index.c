/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The hash index that finds rows with equal values of the keys of one scope and gives them the
 * same number.
 */
#include "profile/rows/row_index.h"

#include "base/memory.h"
#include "common/hash_table.h"
#include "profile/keys/key_table.h"

#include <stdlib.h>

uint32_t row_index_tag(const struct report *rp, const struct row_index *s, const struct rep_row *r)
{
	uint64_t h = s->scope == KEY_THREAD ? r->event : 0;

	for (uint32_t i = 0; i < rp->nr_keys; i++)
		if (rp->keys[i]->scope == s->scope)
			h = hash_mix(h, rep_key_hash(rp, rp->keys[i], r));
	return (uint32_t)(h >> 9);
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

struct row_query {
	const struct report *rp;
	const struct rep_row *row;
};

PD_HASH_INDEX(row_kind, struct row_index, struct row_query, equal(k->rp, o, o->firsts[n], k->row))

static bool grow_row_kinds(const struct report *rp, struct row_index *s)
{
	const uint32_t cap = s->cap ? s->cap * 2 : 256;
	const struct rep_row **firsts = mem_grow(s->firsts, cap, sizeof(struct rep_row *));

	if (!firsts) {
		report_no_memory(rp);
		return false;
	}
	s->firsts = firsts;
	s->cap = cap;
	return true;
}

uint32_t row_index_find(const struct report *rp, struct row_index *s, const struct rep_row *r,
			uint32_t tag, bool *added)
{
	const struct row_query query = { rp, r };
	uint64_t *slot;

	*added = false;
	if (!tag)
		tag = row_index_tag(rp, s, r);
	if (!s->nr)
		s->nr = 1;
	if (s->nr * 2 >= s->index.mask &&
	    (session_err(rp->s) || !mem_check(!pd_hash_index_grow(&s->index, s->nr, 1024)))) {
		report_no_memory(rp);
		return 0;
	}
	slot = row_kind_slot(&s->index, tag, s, &query);
	if (*slot)
		return (uint32_t)*slot;
	if (s->nr >= s->cap && !grow_row_kinds(rp, s))
		return 0;
	*added = true;
	*slot = pd_hash_index_entry(tag, s->nr);
	return s->nr++;
}

void row_index_free(struct row_index *s)
{
	free(s->firsts);
	pd_free(s->index.slots);
	*s = (struct row_index){ .scope = s->scope };
}
