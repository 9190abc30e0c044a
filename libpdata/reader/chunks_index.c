/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers queries of an index: blocks of a member, chunks, numbers of samples, times. */
#include "common/binary_search.h"
#include "reader/chunks_int.h"

/* Return the number of the last chunk that begins at or before @off, or 0. */
uint32_t pd_chunks_find(const struct pdata_index *x, uint64_t off)
{
	const size_t nr = pd_first_above(x->chunks, x->nr_chunks, off, off);

	return nr ? (uint32_t)(nr - 1) : 0;
}

const struct pdata_index *pdata_reader_index(const struct pdata_reader *r)
{
	return r->nr_members ? r->members->index : NULL;
}

const struct pdata_feature *pd_chunks_block(struct pdata_reader *r, uint32_t type, uint32_t member)
{
	const int64_t i = pdata_trailer_find_member(r->trailer, type, member, 0);
	const struct pdata_feature *f;

	return i < 0 || pdata_trailer_read(r->trailer, (uint32_t)i, &f, NULL) ? NULL : f;
}

/* Whether slices are in ascending order and count samples of existing events. */
static bool are_times_valid(const struct pdata_reader *r, const struct pdata_times *t)
{
	for (uint32_t i = 0; i < t->nr; i++) {
		const struct pdata_slice *s = &t->slices[i];

		if (i && s->slice <= s[-1].slice)
			return false;
		for (uint32_t k = 0; k < s->nr_counts; k++)
			if (s->counts[k].event >= r->nr_events)
				return false;
	}
	return t->width && t->first <= t->last && t->first / t->width == t->base;
}

/* Whether the index covers all members and no member is missing. */
static bool is_indexed(const struct pdata_reader *r)
{
	for (size_t i = 0; i < r->nr_members; i++)
		if (!r->members[i].index)
			return false;
	return r->nr_members && !r->members_gone;
}

static uint64_t count_index_samples(const struct pdata_index *x)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < x->nr_chunks; i++)
		for (uint32_t k = 0; k < x->chunks[i].nr_counts; k++)
			nr += x->chunks[i].counts[k].nr_samples;
	return nr;
}

uint64_t pdata_reader_indexed_samples(const struct pdata_reader *r)
{
	uint64_t nr = 0;

	if (!is_indexed(r))
		return 0;
	for (size_t i = 0; i < r->nr_members; i++)
		nr += count_index_samples(r->members[i].index);
	return nr;
}

const struct pdata_times *pdata_reader_times(struct pdata_reader *r)
{
	const uint32_t type = r->nr_members > 1 ? PDATA_BLOCK_ALL_TIMES : PDATA_BLOCK_TIMES;
	const struct pdata_feature *f = is_indexed(r) ? pd_chunks_block(r, type, 0) : NULL;

	return f && are_times_valid(r, &f->u.times) ? &f->u.times : NULL;
}
