/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes a time histogram: counts of samples per event and time slice. All slices have the same
 * width. If the number of slices would exceed a limit, the width becomes ten times as large: ten
 * neighbouring slices are joined to one.
 */

#include "base/alloc.h"
#include <pdata/trailer.h>

struct pdata_slices {
	uint32_t nr_events;
	uint64_t max; /* limit of the number of time slices (intervals of equal width) */
	/*
	 * @width: width in ns of each time slice; @base: the first slice begins at @base * @width
	 */
	uint64_t width, base;
	uint64_t nr;	      /* number of time slices so far, from @base on */
	uint64_t *counts;     /* for each time slice, @nr_events counts of samples */
	size_t cap;	      /* capacity of @counts in elements */
	uint64_t first, last; /* times of the first and last sample in ns */
	/*
	 * @from, @left: start and width in ns of the time slice that was used last; @left is 0 if
	 * no slice was used yet
	 */
	uint64_t from, left;
	uint64_t *row;	       /* counts, by event index, of the slice that was used last */
	struct pd_arena arena; /* holds the results of pdata_slices_get() */
};

void pd_slices_init(struct pdata_slices *s, uint32_t nr_events);
void pd_slices_free(struct pdata_slices *s);
/*
 * Find the time slice that includes @time. Set s->from to the start and s->left to the width of
 * this slice, both in ns, and s->row to its counts. If necessary, add slices, or join neighbouring
 * slices to wider ones. Return: 0 or PDATA_E_NOMEM.
 */
int pd_slices_find(struct pdata_slices *s, uint64_t time);
/* Add all counts of @from to @s; both must have the same events. Return: 0 or PDATA_E_NOMEM. */
int pd_slices_take(struct pdata_slices *s, const struct pdata_slices *from);
/*
 * Count a sample of the event with index @event. Do nothing if the sample has no time (@time is 0
 * or UINT64_MAX), or if @time is at least PDATA_TIME_OFF_CPU: samples of perf record --off-cpu have
 * such times, which are no real times. Return: 0 or PDATA_E_NOMEM.
 */
static inline int pd_slices_add(struct pdata_slices *s, uint32_t event, uint64_t time)
{
	if (!time || time >= PDATA_TIME_OFF_CPU || event >= s->nr_events)
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
