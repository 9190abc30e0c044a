/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts samples per event and slice of time. If there would be more than 10000 slices, or fewer
 * with many events, ten slices are merged into one.
 */
#include "trailer/time_histogram.h"

#include <string.h>

#define WIDTH_FIRST 1000u /* ns */
#define WIDER 10u
#define SLICES_MAX 10000u
#define NUMBERS_MAX 262144u

void pd_slices_init(struct pdata_slices *s, uint32_t nr_events)
{
	*s = (struct pdata_slices){ .nr_events = nr_events,
				    .width = WIDTH_FIRST,
				    .first = UINT64_MAX };
	s->max = nr_events ? NUMBERS_MAX / nr_events : 0;
	if (s->max > SLICES_MAX)
		s->max = SLICES_MAX;
	if (s->max < 2) /* two slices of the largest width cover all times */
		s->max = 2;
}

void pd_slices_free(struct pdata_slices *s)
{
	pd_free(s->counts);
	pd_arena_free(&s->arena);
	s->counts = NULL;
}

int pdata_slices_new(struct pdata_slices **out, uint32_t nr_events)
{
	*out = pd_malloc(sizeof(**out));
	if (!*out)
		return PDATA_E_NOMEM;
	pd_slices_init(*out, nr_events);
	return 0;
}

void pdata_slices_free(struct pdata_slices *s)
{
	if (s)
		pd_slices_free(s);
	pd_free(s);
}

int pdata_slices_add(struct pdata_slices *s, uint32_t event, uint64_t time)
{
	return pd_slices_add(s, event, time);
}

static void coarsen_slices(struct pdata_slices *s)
{
	const uint64_t base = s->base / WIDER;
	uint64_t nr = 0;

	for (uint64_t i = 0; i < s->nr; i++) {
		const uint64_t to = (s->base + i) / WIDER - base;
		const uint64_t *from = s->counts + i * s->nr_events;
		uint64_t *sum = s->counts + to * s->nr_events;

		/*
		 * A row from nr on still has counts of the narrower slices, which are overwritten.
		 */
		for (uint32_t e = 0; e < s->nr_events; e++)
			sum[e] = to < nr ? sum[e] + from[e] : from[e];
		nr = to + 1;
	}
	s->base = base;
	s->nr = nr;
	s->width *= WIDER;
}

/* Make the rows cover the slices from @from to @to, whose numbers count from time 0. */
static int cover_slice_range(struct pdata_slices *s, uint64_t from, uint64_t to)
{
	const size_t row = s->nr_events * sizeof(*s->counts);
	const uint64_t nr = to - from + 1, before = s->nr && from < s->base ? s->base - from : 0;
	const uint64_t drop = s->nr && from > s->base ? from - s->base : 0; /* rows of zeros */

	if (pd_grow(&s->counts, &s->cap, (size_t)(nr * s->nr_events), sizeof(*s->counts)))
		return PDATA_E_NOMEM;
	if (before + drop) {
		memmove(s->counts + before * s->nr_events, s->counts + drop * s->nr_events,
			(size_t)(s->nr - drop) * row);
		memset(s->counts, 0, (size_t)before * row);
	}
	s->nr += before - drop;
	memset(s->counts + s->nr * s->nr_events, 0, (size_t)(nr - s->nr) * row);
	s->base = from;
	s->nr = nr;
	return 0;
}

/*
 * Choose the first row for slices from @from to @to. If @from is before the first row, as many
 * empty rows are put before it as there are rows already, so that samples in descending order of
 * time do not move the rows each time. Empty rows are dropped if later slices need the room.
 */
static uint64_t first_row(const struct pdata_slices *s, uint64_t from, uint64_t to)
{
	uint64_t room = s->max - (to - from + 1);

	if (!s->nr)
		return from;
	if (from >= s->base)
		return from - s->base <= room ? s->base : from;
	room = room < s->nr ? room : s->nr;
	return from - (room < from ? room : from);
}

int pd_slices_find(struct pdata_slices *s, uint64_t time)
{
	const uint64_t first = time < s->first ? time : s->first,
		       last = time > s->last ? time : s->last;
	uint64_t at;

	while (last / s->width - first / s->width >= s->max)
		coarsen_slices(s);
	at = time / s->width;
	if ((!s->nr || at < s->base || at - s->base >= s->nr) &&
	    cover_slice_range(s, first_row(s, first / s->width, last / s->width), last / s->width))
		return PDATA_E_NOMEM;
	s->from = at * s->width;
	s->left = s->width < UINT64_MAX - s->from ? s->width : UINT64_MAX - s->from;
	s->row = s->counts + (at - s->base) * s->nr_events;
	return 0;
}

static uint32_t nr_counted(const uint64_t *row, uint32_t nr_events)
{
	uint32_t nr = 0;

	for (uint32_t e = 0; e < nr_events; e++)
		nr += row[e] != 0;
	return nr;
}

static int take_row(struct pdata_slices *s, uint64_t time, const uint64_t *row)
{
	if (pd_slices_find(s, time))
		return PDATA_E_NOMEM;
	for (uint32_t e = 0; e < s->nr_events; e++)
		s->row[e] += row[e];
	s->first = time < s->first ? time : s->first;
	s->last = time > s->last ? time : s->last;
	return 0;
}

/*
 * The result has the wider slices of the two. Each wide slice begins where a narrow one begins, so
 * that no counts need to be split.
 */
int pd_slices_take(struct pdata_slices *s, const struct pdata_slices *from)
{
	while (s->width < from->width)
		coarsen_slices(s);
	for (uint64_t i = 0; i < from->nr; i++) {
		const uint64_t *row = from->counts + i * from->nr_events;
		uint64_t time = (from->base + i) * from->width;

		if (!nr_counted(row, from->nr_events))
			continue;
		time = time < from->first ? from->first : time;
		if (take_row(s, time, row))
			return PDATA_E_NOMEM;
	}
	if (!from->nr)
		return 0;
	if (pd_slices_find(s, from->last))
		return PDATA_E_NOMEM;
	s->last = from->last > s->last ? from->last : s->last;
	return 0;
}

static int get_slice(struct pdata_slices *s, uint64_t i, struct pdata_slice *out)
{
	const uint64_t *row = s->counts + i * s->nr_events;

	out->slice = (uint32_t)(s->base + i - s->first / s->width);
	out->counts =
		pd_arena_array(&s->arena, nr_counted(row, s->nr_events), sizeof(*out->counts));
	if (!out->counts)
		return PDATA_E_NOMEM;
	for (uint32_t e = 0; e < s->nr_events; e++)
		if (row[e])
			out->counts[out->nr_counts++] = (struct pdata_slice_count){ e, row[e] };
	return 0;
}

int pdata_slices_get(struct pdata_slices *s, struct pdata_times *t)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < s->nr; i++)
		nr += nr_counted(s->counts + i * s->nr_events, s->nr_events) != 0;
	*t = (struct pdata_times){ .width = s->width };
	if (s->nr) {
		t->first = s->first;
		t->last = s->last;
		t->base = s->first / s->width;
	}
	t->slices = pd_arena_array(&s->arena, nr, sizeof(*t->slices));
	if (!t->slices)
		return PDATA_E_NOMEM;
	for (uint64_t i = 0; i < s->nr; i++) {
		if (!nr_counted(s->counts + i * s->nr_events, s->nr_events))
			continue;
		if (get_slice(s, i, &t->slices[t->nr++]))
			return PDATA_E_NOMEM;
	}
	return 0;
}
