/* SPDX-License-Identifier: BSD-2-Clause */
/* The source lines of a function with the shares of their instructions. */
#include "view/annotate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_ABOVE 0.5 /* percent */

struct line_sum {
	const char *path;
	uint32_t line;
	struct annotate_sum *hit; /* by member of the group */
};

static int by_line(const void *x, const void *y)
{
	const struct line_sum *a = x, *b = y;
	const int paths = strcmp(a->path, b->path);

	return paths ? paths : a->line < b->line ? -1 : a->line > b->line;
}

static int compare_line_periods(const void *x, const void *y)
{
	const struct line_sum *a = x, *b = y;

	if (a->hit->period != b->hit->period) /* of the first event */
		return a->hit->period > b->hit->period ? -1 : 1;
	return by_line(x, y);
}

/* The lines of all hits that have one, each line once. */
static uint32_t collect_line_sums(struct annotate *a, const struct annotate_func *f,
				  struct line_sum *sums, struct annotate_sum *hits)
{
	uint32_t nr = 0, kept = 0;

	for (uint32_t i = 0; i < f->nr_hits; i++) {
		const struct annotate_hit *h = &f->hits[i];
		struct line_sum *s = &sums[nr];

		*s = (struct line_sum){ .hit = hits + (size_t)i * f->members };
		annotate_add(s->hit, h);
		nr += symbols_line(a->rp.s->syms, h->object, h->addr, &s->path, &s->line) &&
		      s->path;
	}
	if (nr)
		qsort(sums, nr, sizeof(*sums), by_line);
	for (uint32_t i = 0; i < nr; i++) {
		if (kept && !by_line(&sums[kept - 1], &sums[i])) {
			for (uint32_t m = 0; m < f->members; m++) {
				sums[kept - 1].hit[m].nr += sums[i].hit[m].nr;
				sums[kept - 1].hit[m].period += sums[i].hit[m].period;
			}
		} else {
			sums[kept++] = sums[i];
		}
	}
	if (kept)
		qsort(sums, kept, sizeof(*sums), compare_line_periods);
	return kept;
}

void print_line_sums(struct annotate *a, const struct annotate_func *f)
{
	struct line_sum *sums = rep_alloc(f->nr_hits + 1u, sizeof(*sums));
	struct annotate_sum *hits =
		rep_alloc((size_t)(f->nr_hits + 1u) * f->members, sizeof(*hits));
	const uint32_t nr = collect_line_sums(a, f, sums, hits);
	struct out *o = a->rp.out;
	bool any = false;

	out_printf(o,
		   "\nSorted summary for file "
		   "%s\n----------------------------------------------\n\n",
		   symbols_dso_long(a->rp.s->syms, f->hits[0].object));
	for (uint32_t i = 0; i < nr; i++) {
		double most = 0;

		for (uint32_t m = 0; m < f->members; m++) {
			const double percent = annotate_percent(a, f, m, &sums[i].hit[m]);

			most = percent > most ? percent : most;
		}
		if (most <= SHOWN_ABOVE)
			continue;
		for (uint32_t m = 0; m < f->members; m++)
			out_printf(o, " %7.2f", annotate_percent(a, f, m, &sums[i].hit[m]));
		out_printf(o, " %s:%" PRIu32 "\n", annotate_path(a, sums[i].path), sums[i].line);
		any = true;
	}
	if (!any)
		out_printf(o, " Nothing higher than %1.1f%%\n", SHOWN_ABOVE);
	free(sums);
	free(hits);
}
