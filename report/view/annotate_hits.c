/* SPDX-License-Identifier: BSD-2-Clause */
/* Groups samples by function and address: sorts them, and adds up the samples of each function. */
#include "view/annotate_hits.h"

#include "base/memory.h"

#include <stdlib.h>

static int compare_hits(const void *x, const void *y)
{
	const struct annotate_hit *a = x, *b = y;

	if (a->leader != b->leader)
		return a->leader < b->leader ? -1 : 1;
	if (a->object != b->object)
		return a->object->index < b->object->index ? -1 : 1;
	if (a->sym != b->sym)
		return a->sym < b->sym ? -1 : 1;
	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static int compare_func_periods(const void *x, const void *y)
{
	const struct annotate_func *a = x, *b = y;

	if (a->event != b->event)
		return a->event < b->event ? -1 : 1;
	if (a->sums[0].period != b->sums[0].period)
		return a->sums[0].period > b->sums[0].period ? -1 : 1;
	return a->hits < b->hits ? -1 : a->hits > b->hits;
}

static bool same_function(const struct annotate_hit *a, const struct annotate_hit *b)
{
	return a->leader == b->leader && a->object == b->object && a->sym == b->sym;
}

int annotate_make_funcs(struct annotate_funcs *fs, struct annotate_hit *hits, uint32_t nr,
			uint32_t (*members)(const void *ctx, uint32_t leader), const void *ctx)
{
	struct annotate_func *f = NULL;
	size_t nr_sums = 0, nr_funcs = 0;

	if (nr)
		qsort(hits, nr, sizeof(*hits), compare_hits);
	for (uint32_t i = 0; i < nr; i++)
		if (!i || !same_function(&hits[i], &hits[i - 1])) {
			nr_sums += members(ctx, hits[i].leader);
			nr_funcs++;
		}
	*fs = (struct annotate_funcs){ .all = mem_alloc(nr_funcs + 1, sizeof(*fs->all)),
				       .sums = mem_alloc(nr_sums + 1, sizeof(*fs->sums)) };
	if (!fs->all || !fs->sums)
		return -ENOMEM;
	nr_sums = 0;
	for (uint32_t i = 0; i < nr; i++) {
		const struct annotate_hit *h = &hits[i];

		if (!f || !same_function(h, f->hits)) {
			f = &fs->all[fs->nr++];
			f->hits = h;
			f->event = h->leader;
			f->members = members(ctx, h->leader);
			f->sums = fs->sums + nr_sums;
			nr_sums += f->members;
		}
		f->nr_hits++;
		annotate_add(f->sums, h);
	}
	if (fs->nr)
		qsort(fs->all, fs->nr, sizeof(*fs->all), compare_func_periods);
	return 0;
}

void annotate_free_funcs(struct annotate_funcs *fs)
{
	free(fs->all);
	free(fs->sums);
	*fs = (struct annotate_funcs){ .nr = 0 };
}
