/* SPDX-License-Identifier: BSD-2-Clause */
/* Keeps address ranges of units and functions, and finds the narrowest one around an address. */
#include "object/dwarf/dwarf_int.h"

#include "base/memory.h"
#include "common/binary_search.h"

#ifdef HAVE_DW

#include <stdlib.h>

#define NR_MAX (1u << 24)
#define STEPS_MAX 4096u /* spans that are tested before an address */

struct adding {
	struct dwarf_spans *s;
	uint32_t what;
};

/* Sizes are 32 bits, which is enough for any function. */
static uint32_t clip(uint64_t size)
{
	return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

static void add_one(void *ctx, uint64_t lo, uint64_t hi)
{
	const struct adding *a = ctx;
	struct dwarf_spans *s = a->s;

	if (s->nr == NR_MAX || !mem_room(&s->all, &s->cap, s->nr, sizeof(*s->all)))
		return;
	s->all[s->nr++] = (struct dwarf_span){ .lo = lo, .size = clip(hi - lo), .what = a->what };
}

void dwarf_spans_add(struct dwarf_spans *s, const struct die_unit *u, const struct die_attrs *at,
		     uint32_t what)
{
	struct adding a = { s, what };

	die_ranges(u, at, add_one, &a);
}

static int compare_dwarf_spans(const void *x, const void *y)
{
	const struct dwarf_span *a = x, *b = y;

	if (a->lo != b->lo)
		return a->lo < b->lo ? -1 : 1;
	return a->what < b->what ? -1 : a->what > b->what;
}

void dwarf_spans_sort(struct dwarf_spans *s)
{
	uint64_t reach = 0, end;
	/*
	 * No more spans will be added. If the smaller block cannot be allocated, the larger one
	 * stays.
	 */
	struct dwarf_span *all = realloc(s->all, (s->nr ? s->nr : 1) * sizeof(*all));

	if (all) {
		s->all = all;
		s->cap = s->nr;
	}
	if (s->nr)
		qsort(s->all, s->nr, sizeof(*s->all), compare_dwarf_spans);
	for (uint32_t i = 0; i < s->nr; i++) {
		end = s->all[i].lo + s->all[i].size;
		reach = end > reach ? end : reach;
		s->all[i].reach = clip(reach - s->all[i].lo);
	}
}

static bool is_narrower(const struct dwarf_span *s, const struct dwarf_span *best)
{
	return s->size < best->size || (s->size == best->size && s->what > best->what);
}

const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr)
{
	const struct dwarf_span *best = NULL;
	size_t lo = pd_first_above(s->all, s->nr, lo, addr);
	uint32_t steps = 0;

	for (; lo && addr - s->all[lo - 1].lo < s->all[lo - 1].reach && steps < STEPS_MAX;
	     lo--, steps++)
		if (addr - s->all[lo - 1].lo < s->all[lo - 1].size &&
		    (!best || is_narrower(&s->all[lo - 1], best)))
			best = &s->all[lo - 1];
	return best;
}

#endif
