/* SPDX-License-Identifier: BSD-2-Clause */
#include "profile/keys/report_blocks.h"

#include "object/symbols/object_symbols.h"
#include "profile/filter/sample_filter.h"
#include "profile/keys/keys_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct report_blocks {
	struct report *rp;
	struct interner keys;	     /* function, offset */
	struct report_block *blocks; /* by number in keys, from 1; then sorted, from 0 */
	uint32_t nr, cap;
	uint64_t total; /* cycles */
};

/* ---- counting ---------------------------------------------------------------------------- */

static struct report_block *block_at(struct report_blocks *b, const struct sym *sym, uint64_t end)
{
	const uint64_t key[2] = { (uintptr_t)sym, end };
	const uint32_t n = interner_add(&b->keys, key, sizeof(key));

	if (n >= b->cap) {
		const uint32_t cap = n * 2 + 64;

		b->blocks = rep_grow(b->blocks, cap, sizeof(*b->blocks));
		memset(b->blocks + b->cap, 0, (cap - b->cap) * sizeof(*b->blocks));
		b->cap = cap;
	}
	b->blocks[n].sym = sym;
	b->blocks[n].end = end;
	return &b->blocks[n];
}

static void count(struct report_block *k, uint64_t start, bool have_start, uint64_t cycles)
{
	k->nr_all++;
	k->cycles_all += cycles;
	if (!have_start && k->have_start)
		return;
	if (k->nr && have_start && k->have_start && k->start < start)
		return;
	if (k->nr && have_start && (!k->have_start || k->start > start)) {
		k->nr = k->cycles = 0;
		k->nr_longer++;
	}
	k->have_start = have_start;
	k->start = start;
	k->cycles += cycles;
	k->nr++;
}

/* A block ends where a branch leaves; it begins where the one before went, if that is the same function. */
static void add_branch_block(struct report_blocks *b, const struct location *from,
			     const struct location *before, uint64_t cycles)
{
	uint64_t start = 0;

	if (!cycles || !from->sym)
		return;
	if (before &&
	    (before->sym == from->sym || before->ip == from->sym->start + from->map->start))
		start = before->addr;
	if (from->addr < from->sym->start || from->addr >= from->sym->end ||
	    (start && (start < from->sym->start || start >= from->sym->end)))
		return;
	if (start >= from->addr)
		start = 0;
	count(block_at(b, from->sym, from->addr - from->sym->start),
	      start ? start - from->sym->start : 0, start != 0, cycles);
}

static uint64_t get_branch_cycles(const struct pdata_branch *br)
{
	return br->flags >> 4 & 0xffff;
}

/* The newest branch is the first. */
static void add_stack(struct report_blocks *b, const struct resolve_ctx *at,
		      const struct pdata_sample *s, bool any)
{
	struct locations *p = &b->rp->places;
	struct location before = { 0 };
	bool has_before = false;

	for (uint64_t i = s->branch.nr; i-- > 0;) {
		const struct pdata_branch br = pdata_branch_at(&s->branch.entries, i);
		const struct location from = p->all[location_find_any(p, at, br.from)];

		add_branch_block(b, &from, any && has_before ? &before : NULL,
				 get_branch_cycles(&br));
		before = p->all[location_find_any(p, at, br.to)];
		has_before = true;
		b->total += get_branch_cycles(&br);
	}
}

static void add_sample_blocks(struct report_blocks *b, const struct pdata_record *rec,
			      struct script_filter *f, bool any)
{
	struct hists *h = b->rp->hist;
	struct resolve_ctx at = { .time = rec->time, .seq = rec->seq };
	struct pdata_branch first;
	struct pdata_sample s;

	if (rec->type != PDATA_RECORD_SAMPLE || !script_filter_time(f, rec->time) ||
	    !script_filter_event(f, rec->event->index) ||
	    pdata_sample_decode(rec, ~0ull, &s, NULL) || !s.branch.nr)
		return;
	first = pdata_branch_at(&s.branch.entries, 0);
	if (!get_branch_cycles(&first) ||
	    !script_filter_cpu(f, s.have & PDATA_SAMPLE_CPU ? s.cpu : UINT32_MAX))
		return;
	at.who = &h->whos[hist_thread_at(h, s.pid, s.tid, rec->time, rec->seq)->who];
	add_stack(b, &at, &s, any);
}

static int compare_blocks(const void *x, const void *y)
{
	const struct report_block *a = x, *b = y;

	if (a->sym != b->sym)
		return (uintptr_t)a->sym < (uintptr_t)b->sym ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

static bool any_branches(const struct report *rp)
{
	uint64_t types = 0;

	for (uint32_t e = 0; e < rp->nr_ev; e++)
		types |= rp->ev[e].event->attr.branch_sample_type;
	return types & PDATA_BRANCH_ANY;
}

struct report_blocks *report_blocks_new(struct report *rp)
{
	const struct script_filter_opts fo = report_filter_opts(rp->opts);
	struct report_blocks *b = rep_alloc(1, sizeof(*b));
	struct script_filter filter = { .nr_times = 0 };
	const bool any = any_branches(rp);
	struct pdata_record rec;

	b->rp = rp;
	if (pdata_reader_rewind(rp->s->reader) || script_filter_init(&filter, &fo, rp->s, false))
		return b;
	pdata_reader_set_order(rp->s->reader, PDATA_ORDER_TIME);
	while (pdata_reader_next(rp->s->reader, &rec) > 0)
		add_sample_blocks(b, &rec, &filter, any);
	script_filter_free(&filter);
	b->nr = b->keys.nr ? b->keys.nr - 1 : 0;
	if (!b->nr)
		return b;
	memmove(b->blocks, b->blocks + 1, b->nr * sizeof(*b->blocks));
	qsort(b->blocks, b->nr, sizeof(*b->blocks), compare_blocks);
	return b;
}

static uint32_t find_first_block(const struct report_blocks *b, const struct sym *sym)
{
	uint32_t lo = 0, hi = b->nr;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if ((uintptr_t)b->blocks[mid].sym < (uintptr_t)sym)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

uint32_t report_blocks_of(const struct report_blocks *b, const struct sym *sym,
			  const struct report_block **blocks)
{
	const uint32_t first = find_first_block(b, sym);
	uint32_t end = first;

	while (end < b->nr && b->blocks[end].sym == sym)
		end++;
	*blocks = b->blocks + first;
	return end - first;
}

void report_blocks_free(struct report_blocks *b)
{
	if (!b)
		return;
	interner_free(&b->keys);
	free(b->blocks);
	free(b);
}

/* ---- the table --------------------------------------------------------------------------- */

/* A line of it. */
struct line_block {
	const struct report_block *block;
	const struct pdata_map *map;
	int64_t rank; /* share of the cycles, as finely as perf sorts */
};

struct block_list {
	struct line_block *all; /* as many as there are blocks */
	uint32_t nr;
	uint64_t cycles; /* sum of means */
	bool *seen;	 /* by block */
};

/* perf adds the means of a function's blocks for each row of it. */
static void list_row(const struct report_blocks *b, struct block_list *l, const struct rep_row *r)
{
	if (!r->map || !r->sym)
		return;
	for (uint32_t i = find_first_block(b, r->sym); i < b->nr && b->blocks[i].sym == r->sym;
	     i++) {
		const struct report_block *k = &b->blocks[i];

		l->cycles += k->cycles_all / k->nr_all;
		if (l->seen[i])
			continue;
		l->seen[i] = true;
		l->all[l->nr++] = (struct line_block){
			k, r->map, (int64_t)((double)k->cycles_all / (double)b->total * 100000.0)
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
	return rp->opts->separator ? rp->opts->separator : "  ";
}

static void print_block_headers(struct report *rp)
{
	out_str(rp->out, "# ");
	for (size_t i = 0; i < NR_COLUMNS; i++)
		out_printf(rp->out, "%s%*s", i ? between(rp) : "", columns[i].width,
			   columns[i].name);
	out_char(rp->out, '\n');
	if (rp->opts->separator)
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

	out_printf(rp->out, "%s%*.2f%%%s", on, width - 1, percent, *on ? REPORT_COLOUR_OFF : "");
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

static void print_cycles_block(const struct report_blocks *b, const struct block_list *list,
			       const struct line_block *l)
{
	struct report *rp = b->rp;
	const struct report_block *k = l->block;
	const uint64_t mean = k->cycles_all / k->nr_all;

	out_str(rp->out, rp->opts->separator ? "" : "  ");
	print_block_percent(rp, columns[0].width,
			    100.0 * ((double)k->cycles_all / (double)b->total));
	out_str(rp->out, between(rp));
	put_cycles(rp, columns[1].width, k->cycles_all);
	out_str(rp->out, between(rp));
	print_block_percent(rp, columns[2].width,
			    list->cycles ? 100.0 * ((double)mean / (double)list->cycles) : 0.0);
	out_str(rp->out, between(rp));
	put_cycles(rp, columns[3].width, mean);
	out_str(rp->out, between(rp));
	put_range(rp, columns[4].width, l);
	out_printf(rp->out, "%s%*s\n", between(rp), columns[5].width,
		   symbols_dso_short(rp->s->syms, l->map->object));
}

void report_blocks_text(struct report_blocks *b, const struct event_rows *ev)
{
	struct block_list l = { .all = rep_alloc(b->nr, sizeof(*l.all)),
				.seen = rep_alloc(b->nr, sizeof(*l.seen)) };

	for (uint32_t i = 0; i < ev->nr; i++)
		list_row(b, &l, ev->rows[i]);
	qsort(l.all, l.nr, sizeof(*l.all), by_cycles);
	print_block_headers(b->rp);
	for (uint32_t i = 0; i < l.nr; i++)
		if (100.0 * (double)l.all[i].block->cycles_all / (double)b->total >=
		    b->rp->opts->percent_limit)
			print_cycles_block(b, &l, &l.all[i]);
	free(l.all);
	free(l.seen);
}
