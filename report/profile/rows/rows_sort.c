/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sorts the rows of all events of a report, links the rows of event groups, and computes totals
 * after filtering.
 */
#include "common/prefetch.h"
#include "profile/model/keys.h"
#include "profile/rows/report_hierarchy.h"
#include "profile/rows/rows_int.h"

#include <stdlib.h>
#include <string.h>

/* ---- groups of events -------------------------------------------------------------------- */

static struct rep_row *dummy_row(struct report *rp, const struct rep_row *member)
{
	return row_copy(rp, member);
}

static void link_member(struct report *rp, struct event_rows *leader, struct event_rows *member)
{
	const struct row_list from = { member->rows, member->nr };
	struct row_list to = { leader->rows, leader->nr };

	if (!member->nr)
		return;
	rows_link(rp, leader, &to, member, &from, (struct key_range){ 0, rp->nr_keys }, dummy_row);
	leader->rows = to.rows;
	leader->nr = leader->cap = to.nr;
}

/* ---- totals ------------------------------------------------------------------------------ */

/*
 * Apply the filters of rows instead of samples (--symbol-filter, --socket-filter). perf applies
 * them only if it merges rows by name, i.e. if --sort has comm.
 */
static void late_filters(struct report *rp, struct event_rows *ev)
{
	const char *want = ev->event->index ? NULL : rp->opts->select.symbol_filter;
	int32_t socket = (int32_t)rp->opts->select.socket_filter;

	if (!rp->by_name || (!want && socket < 0))
		return;
	for (uint32_t i = 0; i < ev->nr; i++) {
		struct rep_row *r = ev->rows[i];
		int32_t cpu = row_extra(rp, r)->cpu;
		int32_t at = cpu >= 0 && rp->sockets && (uint32_t)cpu < rp->nr_sockets
				     ? rp->sockets[cpu]
				     : -1;

		if ((want && (!r->sym || !strstr(r->sym->name, want))) ||
		    (socket >= 0 && at != socket)) {
			r->late = !r->filtered;
			r->filtered = true;
		}
	}
}

/* The sums of a row are prefetched this many rows ahead: they are in its second cache line. */
#define SUMS_AHEAD 16u

static void prefetch_sums(const struct event_rows *ev, uint32_t i)
{
	if (i + SUMS_AHEAD < ev->nr)
		pd_prefetch(&ev->rows[i + SUMS_AHEAD]->self);
}

static void totals(const struct report *rp, struct event_rows *ev)
{
	for (uint32_t i = 0; i < ev->nr; i++) {
		prefetch_sums(ev, i);
		ev->period += ev->rows[i]->self.period;
		ev->latency += rp->more ? ev->rows[i]->more->latency : 0;
	}
}

static void totals_shown(const struct report *rp, struct event_rows *ev)
{
	ev->nr_shown = ev->period_shown = ev->period_graphs = ev->latency_shown = 0;
	for (uint32_t i = 0; i < ev->nr; i++) {
		const struct rep_row *r = ev->rows[i];

		prefetch_sums(ev, i);
		if (!r->filtered || r->late) { /* perf counts late-filtered rows, too */
			ev->nr_shown += r->self.nr;
			ev->period_graphs += r->self.period;
		}
		if (r->filtered)
			continue;
		ev->period_shown += r->self.period;
		ev->latency_shown += rp->more ? r->more->latency : 0;
	}
}

bool rows_refilter(struct report *rp)
{
	const bool by_number = rp->pids.given || rp->tids.given;

	if (rp->hierarchy || rp->parent || rp->late_chains || (by_number && rp->hist->opts.by_comm))
		return false;
	for (uint32_t e = 0; e < rp->nr_ev; e++)
		if (rp->ev[e].leader != e || rp->ev[e].members > 1)
			return false;
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		struct event_rows *ev = &rp->ev[e];

		for (uint32_t i = 0; i < ev->nr; i++) {
			struct rep_row *r = ev->rows[i];

			r->late = false;
			r->filtered = r->other_filter || !report_has_thread(rp, r->who);
		}
		late_filters(rp, ev);
		totals_shown(rp, ev);
	}
	return true;
}

/* Sort the rows of an event by keys, and link them to those of the leader of its group. */
static void sort_and_link(struct report *rp, struct event_rows *ev)
{
	rows_key_sort(rp, ev);
	late_filters(rp, ev);
	if (rp->hierarchy)
		hierarchy_build(rp, ev);
	if (&rp->ev[ev->leader] == ev)
		return;
	if (rp->hierarchy)
		hierarchy_link(rp, &rp->ev[ev->leader], ev);
	else
		link_member(rp, &rp->ev[ev->leader], ev);
}

/* Return true if the order of keys is needed only for rows that are equal when printed. */
static bool may_sort_at_once(const struct report *rp, const struct event_rows *ev)
{
	return !rp->hierarchy && !rp->key_order && ev->members == 1 && &rp->ev[ev->leader] == ev;
}

static void sort_for_printing(struct report *rp, struct event_rows *ev)
{
	if (may_sort_at_once(rp, ev)) {
		if (rows_sort_at_once(rp, ev))
			return;
		rows_key_sort(rp, ev);
	}
	rows_print_order(rp, ev->rows, ev->nr);
}

void rows_sort(struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		if (may_sort_at_once(rp, &rp->ev[e]))
			late_filters(rp, &rp->ev[e]);
		else
			sort_and_link(rp, &rp->ev[e]);
	}
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		struct event_rows *ev = &rp->ev[e];

		totals(rp, ev);
		totals_shown(rp, ev);
		if (rp->hierarchy)
			hierarchy_sort(rp, ev);
		else if (!rp->key_order)
			sort_for_printing(rp, ev);
	}
}
