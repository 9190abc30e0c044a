/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Samples counted over time, by event. Slices are as narrow as a bounded number of them allows:
 * when there would be more, ten become one.
 */

#include "base/alloc.h"
#include <pdata/trailer.h>

struct pdata_slices {
	uint32_t nr_events;
	uint64_t max; /* slices */
	uint64_t width, base;
	uint64_t nr;	  /* slices so far, from base on */
	uint64_t *counts; /* nr rows of nr_events */
	size_t cap;	  /* numbers in it */
	uint64_t first, last;
	uint64_t from, left; /* time and width of the slice used last; left 0: none */
	uint64_t *row;
	struct pd_arena arena; /* of what was handed out */
};

void pd_slices_init(struct pdata_slices *s, uint32_t nr_events);
void pd_slices_free(struct pdata_slices *s);
/* Make the slice of a time the one used last. Return: 0 or PDATA_E_NOMEM. */
int pd_slices_find(struct pdata_slices *s, uint64_t time);
/* All that another one has counted, of the same events. Return: 0 or PDATA_E_NOMEM. */
int pd_slices_take(struct pdata_slices *s, const struct pdata_slices *from);
/* A sample; without a time it does not count. Return: 0 or PDATA_E_NOMEM. */
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
