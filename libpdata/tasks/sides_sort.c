/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts side-band records by time. Records of one CPU mostly are in order, so the sort merges the
 * runs that are there, and does nothing to records that are in order.
 */
#include "tasks/tasks_int.h"

#include <string.h>

static bool is_later(const struct pd_side *a, const struct pd_side *b)
{
	return a->time > b->time || (a->time == b->time && a->seq > b->seq);
}

/* Working memory: numbers of records; runs end at the ascending numbers in @ends. */
struct sides_sort {
	const struct pd_side *sides;
	uint32_t *order, *merged, *ends;
	size_t nr, nr_runs;
};

static size_t count_runs(const struct pd_side *sides, size_t nr)
{
	size_t runs = nr != 0;

	for (size_t i = 1; i < nr; i++)
		runs += is_later(&sides[i - 1], &sides[i]);
	return runs;
}

static void find_runs(struct sides_sort *s)
{
	for (size_t i = 0; i < s->nr; i++) {
		s->order[i] = (uint32_t)i;
		if (i && is_later(&s->sides[i - 1], &s->sides[i]))
			s->ends[s->nr_runs++] = (uint32_t)i;
	}
	s->ends[s->nr_runs++] = (uint32_t)s->nr;
}

static void merge_runs(const struct sides_sort *s, size_t from, size_t mid, size_t end)
{
	size_t a = from, b = mid;

	for (size_t to = from; to < end; to++)
		if (b == end ||
		    (a < mid && !is_later(&s->sides[s->order[a]], &s->sides[s->order[b]])))
			s->merged[to] = s->order[a++];
		else
			s->merged[to] = s->order[b++];
}

/* Merge each two neighbouring runs. */
static void merge_pairs(struct sides_sort *s)
{
	uint32_t *was = s->order;
	size_t nr = 0, from = 0;

	for (size_t i = 0; i < s->nr_runs; i += 2) {
		const size_t mid = s->ends[i];
		const size_t end = i + 1 < s->nr_runs ? s->ends[i + 1] : mid;

		merge_runs(s, from, mid, end);
		s->ends[nr++] = (uint32_t)end;
		from = end;
	}
	s->nr_runs = nr;
	s->order = s->merged;
	s->merged = was;
}

/* Move each record to its place, along the cycles of the permutation. */
static void reorder_sides(struct pd_side *sides, uint32_t *order, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		const struct pd_side first = sides[i];
		size_t to = i;

		while (order[to] != i) {
			const uint32_t from = order[to];

			sides[to] = sides[from];
			order[to] = (uint32_t)to;
			to = from;
		}
		sides[to] = first;
		order[to] = (uint32_t)to;
	}
}

int pd_sides_sort(struct pd_side *sides, size_t nr)
{
	const size_t nr_runs = count_runs(sides, nr);
	struct sides_sort s = { .sides = sides, .nr = nr };
	uint32_t *memory;

	if (nr_runs < 2)
		return 0;
	memory = nr > UINT32_MAX ? NULL : pd_malloc((2 * nr + nr_runs) * sizeof(*memory));
	if (!memory)
		return PDATA_E_NOMEM;
	s.order = memory;
	s.merged = memory + nr;
	s.ends = memory + 2 * nr;
	find_runs(&s);
	while (s.nr_runs > 1)
		merge_pairs(&s);
	reorder_sides(sides, s.order, nr);
	pd_free(memory);
	return 0;
}
