/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A time histogram: samples counted per event and slice of time. Slices are as narrow as a bounded
 * number of slices allows: if more would be needed, ten slices become one.
 */

#include "base/alloc.h"
#include <pdata/trailer.h>

struct pdata_slices {
	uint32_t nr_events;
	uint64_t max; /* largest number of slices */
	uint64_t width, base;
	uint64_t nr;	  /* number of slices so far; the first one has the number base */
	uint64_t *counts; /* nr rows, one for each slice, of nr_events counts */
	size_t cap;	  /* allocated counts */
	uint64_t first, last;
	/* start and width in ns of the slice that was used last; left is 0 if there is none */
	uint64_t from, left;
	uint64_t *row;
	struct pd_arena arena; /* holds the results of pdata_slices_get() */
};

void pd_slices_init(struct pdata_slices *s, uint32_t nr_events);
void pd_slices_free(struct pdata_slices *s);
/* Set s->from, s->left and s->row to the slice that covers @time. Return: 0 or PDATA_E_NOMEM. */
int pd_slices_find(struct pdata_slices *s, uint64_t time);
/* Add all counts of @from, which has the same events. Return: 0 or PDATA_E_NOMEM. */
int pd_slices_take(struct pdata_slices *s, const struct pdata_slices *from);
/*
 * Count a sample. A sample without a time (0 or UINT64_MAX) is not counted. Return: 0 or
 * PDATA_E_NOMEM.
 */
static inline int pd_slices_add(struct pdata_slices *s, uint32_t event, uint64_t time)
{
	if (!time || time == UINT64_MAX || event >= s->nr_events)
		return 0;
	if (time - s->from >= s->left && pd_slices_find(s, time))
		return PDATA_E_NOMEM;
	s->row[event]++;
	if (time < s->first)
		s->first = time;
	if (time > s->last)
		s->last = time;
	return 0;
}
