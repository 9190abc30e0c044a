/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the blocks of code between branches with their cycles, for --total-cycles. */
#include "view/blocks_text.h"

#include "console/command.h"
#include "object/symbols/object_symbols.h"
#include "profile/keys/keys_line.h"
#include "profile/keys/report_blocks.h"
#include "profile/model/report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A line of the table. */
struct line_block {
	const struct report_block *block;
	const struct pdata_map *map;
	int64_t rank; /* share of the cycles, with the precision by which perf sorts */
};

struct block_list {
	const struct report_block *first; /* the first of all blocks */
	uint64_t total;			  /* their cycles */
	struct line_block *all;		  /* has room for all blocks */
	uint32_t nr;
	uint64_t cycles; /* sum of the blocks' mean cycles */
	bool *seen;	 /* whether the block is listed; by number of the block */
};

/* perf adds the means of a function's blocks once for each row of the function. */
static void list_row(const struct report_blocks *b, struct block_list *l, const struct rep_row *r)
{
	const struct report_block *k;
	uint32_t nr;

	if (!r->map || !r->sym)
		return;
	nr = report_blocks_of(b, r->sym, &k);
	for (uint32_t i = 0; i < nr; i++, k++) {
		l->cycles += k->cycles_all / k->nr_all;
		if (l->seen[k - l->first])
			continue;
		l->seen[k - l->first] = true;
		l->all[l->nr++] = (struct line_block){
			k, r->map, (int64_t)((double)k->cycles_all / (double)l->total * 100000.0)
		};
	}
}

static int by_cycles(const void *x, const void *y)
{
	const struct line_block *a = x, *b = y;
	int c = strcmp(b->block->sym->name, a->block->sym->name);

	if (a->rank != b->rank)
		return a->rank > b->rank ? -1 : 1;
	if (c)
		return c;
	if (a->block->start != b->block->start)
		return a->block->start < b->block->start ? -1 : 1;
	return a->block->end < b->block->end ? -1 : a->block->end > b->block->end;
}

static const struct {
	const char *name;
	int width;
} columns[] = {
	{ "Sampled Cycles%", 15 }, { "Sampled Cycles", 14 },	    { "Avg Cycles%", 11 },
	{ "Avg Cycles", 10 },	   { "[Program Block Range]", 70 }, { "Shared Object", 20 }
};

#define NR_COLUMNS REP_NR(columns)

static const char *between(const struct report *rp)
{
	return rp->opts->show.separator ? rp->opts->show.separator : "  ";
}

static void print_block_headers(struct report *rp)
{
	out_str(rp->out, "# ");
	for (size_t i = 0; i < NR_COLUMNS; i++) {
		out_raw_str(rp->out, i ? between(rp) : "");
		out_printf(rp->out, "%*s", columns[i].width, columns[i].name);
	}
	out_char(rp->out, '\n');
	if (rp->opts->show.separator)
		return;
	out_str(rp->out, "# ");
	for (size_t i = 0; i < NR_COLUMNS; i++) {
		out_str(rp->out, i ? "  " : "");
		out_pad(rp->out, '.', (size_t)columns[i].width);
	}
	out_str(rp->out, "\n#\n");
}

static void print_block_percent(struct report *rp, int width, double percent)
{
	const char *on = rp->colour ? report_colour(percent) : "";

	out_raw_str(rp->out, on);
	out_printf(rp->out, "%*.2f%%", width - 1, percent);
	out_raw_str(rp->out, *on ? REPORT_COLOUR_OFF : "");
}

static void put_cycles(struct report *rp, int width, uint64_t cycles)
{
	char text[32];

	if (cycles >= 1000000)
		snprintf(text, sizeof(text), "%.1fM", (double)cycles / 1000000.0);
	else if (cycles >= 1000)
		snprintf(text, sizeof(text), "%.1fK", (double)cycles / 1000.0);
	else
		snprintf(text, sizeof(text), "%" PRIu64, cycles);
	out_printf(rp->out, "%*s", width, text);
}

static void put_range(struct report *rp, int width, const struct line_block *l)
{
	const struct report_block *k = l->block;
	char text[128];

	snprintf(text, sizeof(text), "[%s -> %s]",
		 report_line(rp, l->map, k->sym, k->sym->start + k->start),
		 report_line(rp, l->map, k->sym, k->sym->start + k->end));
	out_printf(rp->out, "%*s", width, text);
}

static void print_cycles_block(struct report *rp, const struct block_list *list,
			       const struct line_block *l)
{
	const struct report_block *k = l->block;
	const uint64_t mean = k->cycles_all / k->nr_all;

	out_str(rp->out, rp->opts->show.separator ? "" : "  ");
	print_block_percent(rp, columns[0].width,
			    100.0 * ((double)k->cycles_all / (double)list->total));
	out_raw_str(rp->out, between(rp));
	put_cycles(rp, columns[1].width, k->cycles_all);
	out_raw_str(rp->out, between(rp));
	print_block_percent(rp, columns[2].width,
			    list->cycles ? 100.0 * ((double)mean / (double)list->cycles) : 0.0);
	out_raw_str(rp->out, between(rp));
	put_cycles(rp, columns[3].width, mean);
	out_raw_str(rp->out, between(rp));
	put_range(rp, columns[4].width, l);
	out_printf(rp->out, "%s%*s\n", between(rp), columns[5].width,
		   symbols_dso_short(rp->s->syms, l->map->object));
}

void report_blocks_text(struct report *rp, const struct event_rows *ev)
{
	struct block_list l = { .nr = 0 };
	const uint32_t nr = report_blocks_all(rp->blocks, &l.first, &l.total);

	l.all = rep_alloc(nr, sizeof(*l.all));
	l.seen = rep_alloc(nr, sizeof(*l.seen));
	for (uint32_t i = 0; i < ev->nr; i++)
		list_row(rp->blocks, &l, ev->rows[i]);
	qsort(l.all, l.nr, sizeof(*l.all), by_cycles);
	print_block_headers(rp);
	for (uint32_t i = 0; i < l.nr; i++)
		if (100.0 * (double)l.all[i].block->cycles_all / (double)l.total >=
		    rp->opts->show.percent_limit)
			print_cycles_block(rp, &l, &l.all[i]);
	free(l.all);
	free(l.seen);
}
