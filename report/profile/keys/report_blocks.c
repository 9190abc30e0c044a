/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Derives basic blocks and their cycles from branch stacks, for --total-cycles and for the IPC of
 * functions.
 */
#include "profile/keys/report_blocks.h"

#include "base/memory.h"
#include "object/symbols/object_symbols.h"
#include "profile/filter/sample_filter.h"

#include <stdlib.h>
#include <string.h>

struct report_blocks {
	struct report *rp;
	struct interner keys;	     /* function, offset */
	struct report_block *blocks; /* by number in keys, from 1; after sorting from 0 */
	uint32_t nr, cap;
	uint64_t total; /* cycles */
};

/* ---- counting ---------------------------------------------------------------------------- */

/* Return: NULL if memory is exhausted. */
static struct report_block *block_at(struct report_blocks *b, const struct sym *sym, uint64_t end)
{
	const uint64_t key[2] = { (uintptr_t)sym, end };
	const uint32_t n = interner_add(&b->keys, key, sizeof(key));

	if (!n || !mem_room_zeroed(&b->blocks, &b->cap, n, sizeof(*b->blocks))) {
		report_no_memory(b->rp);
		return NULL;
	}
	b->blocks[n].sym = sym;
	b->blocks[n].end = end;
	return &b->blocks[n];
}

static void count_block_cycles(struct report_block *k, uint64_t start, bool have_start,
			       uint64_t cycles)
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

/*
 * A block ends at the source of a branch. It begins at the target of the branch before, if both
 * are in the same function.
 */
static void add_branch_block(struct report_blocks *b, const struct hist_location *from,
			     const struct hist_location *before, uint64_t cycles)
{
	struct report_block *k;
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
	k = block_at(b, from->sym, from->addr - from->sym->start);
	if (k)
		count_block_cycles(k, start ? start - from->sym->start : 0, start != 0, cycles);
}

static uint64_t get_branch_cycles(const struct pdata_branch *br)
{
	return br->flags >> 4 & 0xffff;
}

/* Most ends of branches are already resolved for the rows. */
static const struct hist_location *resolve_branch_end(struct locations *p,
						      const struct hist_resolve_ctx *at,
						      uint64_t ip)
{
	const uint32_t n = location_collect_any(p, at, ip);

	if (p->nr_resolved < p->nr)
		locations_resolve(p);
	return &p->all[n];
}

/* Add the blocks of a branch stack, whose first entry is the newest branch. */
static void add_stack(struct report_blocks *b, const struct hist_resolve_ctx *at,
		      const struct pdata_sample *s, bool any)
{
	struct locations *p = &b->rp->locations;
	struct hist_location before = { 0 };
	bool has_before = false;

	for (uint64_t i = s->branch.nr; i-- > 0;) {
		const struct pdata_branch br = pdata_branch_at(&s->branch.entries, i);
		const struct hist_location from = *resolve_branch_end(p, at, br.from);

		add_branch_block(b, &from, any && has_before ? &before : NULL,
				 get_branch_cycles(&br));
		before = *resolve_branch_end(p, at, br.to);
		has_before = true;
		b->total += get_branch_cycles(&br);
	}
}

static void add_sample_blocks(struct report_blocks *b, const struct pdata_record *rec,
			      struct script_filter *f, bool any)
{
	struct hists *h = b->rp->hist;
	struct hist_resolve_ctx at = { .time = rec->time, .seq = rec->seq };
	struct pdata_branch first;
	struct pdata_sample s;

	if (rec->type != PDATA_RECORD_SAMPLE || !script_filter_sample_time(f, rec) ||
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
	struct report_blocks *b = mem_alloc(1, sizeof(*b));
	struct script_filter filter = { .nr_times = 0 };
	const bool any = any_branches(rp);
	struct pdata_record rec;
	int rc;

	if (!b)
		return NULL;
	b->rp = rp;
	rc = pdata_reader_rewind(rp->s->reader);
	if (rc || script_filter_init(&filter, &fo, rp->s, false)) {
		if (rc == PDATA_E_NOMEM)
			report_no_memory(rp);
		script_filter_free(&filter);
		return b;
	}
	pdata_reader_set_order(rp->s->reader, PDATA_ORDER_TIME);
	while (!session_err(rp->s) && (rc = pdata_reader_next(rp->s->reader, &rec)) > 0)
		add_sample_blocks(b, &rec, &filter, any);
	if (rc == PDATA_E_NOMEM)
		report_no_memory(rp);
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

uint32_t report_blocks_all(const struct report_blocks *b, const struct report_block **blocks,
			   uint64_t *cycles)
{
	*blocks = b->blocks;
	*cycles = b->total;
	return b->nr;
}
