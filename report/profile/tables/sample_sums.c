/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sums samples before they are numbered: samples with equal event, thread and call stack are one
 * sum. The sample pass of report makes the sums, in threads; each distinct chain is numbered once.
 */
#include "profile/tables/tables_int.h"

#include "base/array.h"
#include "base/memory.h"
#include "profile/callgraph/chain_walk.h"
#include "profile/rows/report_pass.h"
#include "session/session.h"

#include <stdlib.h>

#define LOOK 256u	 /* sums between two looks for errors */
#define STEP_APART 3u	 /* entries between two steps of prefetching a chain */
#define ENTRIES_AHEAD 8u /* hist entries whose locations are prefetched */
#define RESERVE_FROM 4096u

static int compare_first_sample(const void *x, const void *y)
{
	const struct hist_entry *a = x, *b = y;

	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* The workers' entries follow one another: sort them, so that numbers do not depend on threads. */
static void sort_entries(struct hists *h)
{
	for (uint32_t i = 1; i < h->nr_entries; i++)
		if (h->entries[i].seq < h->entries[i - 1].seq) {
			qsort(h->entries, h->nr_entries, sizeof(*h->entries), compare_first_sample);
			return;
		}
}

static void prefetch_entries(const struct tables *t, uint32_t i)
{
	const struct hists *h = t->rp.hist;

	for (uint32_t step = 0; step < CHAIN_PREFETCH_STEPS; step++) {
		const uint32_t n = i + (CHAIN_PREFETCH_STEPS - step) * STEP_APART;

		if (n < h->nr_entries && h->entries[n].chain)
			chain_prefetch(&t->rp, &h->entries[n], step);
	}
}

static void add_sum(struct tables *t, const struct hist_entry *k)
{
	const struct hists *h = t->rp.hist;
	const struct hist_resolve_ctx at = { .who = &h->whos[k->who],
					     .time = k->first_time,
					     .seq = k->first_seq };
	const uint32_t event = hist_entry_event(k);
	struct tables_sum *sum = &t->sums[t->nr_sums];

	*sum = (struct tables_sum){ .event = event,
				    .cpumode = hist_entry_cpumode(k),
				    .cpu = k->extra ? hist_extra(h, k->extra)->cpu : -1,
				    .nr = k->nr,
				    .period = k->period };
	if (tables_event_is_wanted(t, event))
		sum->thread = tables_number_wanted_thread(t, k->who);
	if (!sum->thread)
		return;
	sum->stack = tables_number_stack(t, k);
	sum->frame = tables_number_address(t, k, &at);
	t->nr_sums++;
	t->nr_samples += k->nr;
	tables_count_unresolved(t, sum->frame, k->nr);
	tables_count_cut_stack(t, k, k->nr);
}

/*
 * An eighth of the sums has added its stacks: make room for the stacks of all sums. Later stacks
 * share more frames with the stacks before them, hence 7 and not 8 times the nodes.
 */
static void reserve_stacks(struct tables *t)
{
	if (t->stacks.nr >= RESERVE_FROM && t->stacks.nr < UINT32_MAX / 8)
		stack_trie_reserve(&t->stacks, 7 * t->stacks.nr);
}

int tables_sum_samples(struct tables *t, bool by_cpu)
{
	struct hists_opts opts = t->hist_opts;
	const struct hists *h;

	opts.each = NULL;
	opts.each_wants = 0;
	opts.extras = by_cpu ? HIST_X_CPU : 0;
	opts.in_time = t->filter_in_time;
	hists_free(t->rp.hist);
	t->rp.hist = NULL;
	t->begun = true;
	report_pass(&t->rp, &opts);
	h = t->rp.hist;
	if (!h || hists_err(h))
		session_set_err(&t->s, -ENOMEM);
	if (!h || session_err(&t->s))
		return REP_FAIL;
	sort_entries(t->rp.hist);
	t->sums = mem_big_alloc((size_t)h->nr_entries + 1, sizeof(*t->sums));
	if (!t->sums)
		session_set_err(&t->s, -ENOMEM);
	for (uint32_t i = 0; i < h->nr_entries; i++) {
		if (i % LOOK == 0 && session_err(&t->s))
			return REP_FAIL;
		prefetch_entries(t, i);
		if (i == h->nr_entries / 8)
			reserve_stacks(t);
		add_sum(t, &h->entries[i]);
	}
	t->ended = true;
	return tables_complete(t);
}

uint32_t tables_nr_sums(const struct tables *t)
{
	return t->nr_sums;
}

const struct tables_sum *tables_sum(const struct tables *t, uint32_t i)
{
	return &t->sums[i];
}
