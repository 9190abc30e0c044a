/* SPDX-License-Identifier: BSD-2-Clause */
/* What a hist entry is for the rows of a report: its own row, its chain and its share of sums. */
#include "profile/rows/rows_int.h"

bool row_entry_has_chain(const struct report *rp, const struct hist_entry *entry)
{
	return rp->hist->opts.chains && entry->chain && !rp->late_chains &&
	       (rp->children || rp->trie || rp->parent);
}

bool row_entry_is_left_out(const struct report *rp, const struct hist_entry *entry)
{
	return hist_entry_event(entry) < rp->nr_ev &&
	       !number_list_has(&rp->parallelism, hist_extra(rp->hist, entry->extra)->parallelism);
}

bool row_entry_like(struct report *rp, uint32_t i, uint32_t root, const struct sym *parent,
		    struct rep_row *like, struct row_more *more)
{
	const struct hist_entry *entry = &rp->hist->entries[i];
	const struct hist_resolve_ctx at = hist_entry_resolve_ctx(rp->hist, i);
	struct hist_location p = row_entry_location(rp, i, root);

	*more = (struct row_more){ .parent = parent };
	*like = (struct rep_row){ .event = hist_entry_event(entry),
				  .who = at.who,
				  .level = p.level,
				  .more = rp->more ? more : NULL,
				  .addr = p.addr,
				  .extra = entry->extra,
				  .mode = (uint8_t)hist_entry_cpumode(entry),
				  .first_time = entry->first_time,
				  .first_seq = entry->first_seq };
	if (like->event >= rp->nr_ev || (rp->opts->select.hide_unresolved && !p.sym))
		return false;
	if (rp->hist->opts.in_objects && entry->object)
		p.map = rp->hist->firsts[i].map;
	row_names(rp, like, &p);
	if (rp->expr && !row_expr_holds(rp, like))
		return false;
	like->other_filter =
		(root == UINT32_MAX && row_location_filtered(rp, like, &p, entry->ip)) ||
		(rp->opts->select.exclude_other && !parent);
	like->filtered = like->other_filter ||
			 (root == UINT32_MAX && !report_has_thread(rp, like->who));
	return true;
}

uint64_t row_entry_latency(const struct report *rp, const struct hist_entry *entry)
{
	const uint64_t threads = hist_extra(rp->hist, entry->extra)->parallelism;

	return threads ? entry->period / threads * 1000 + entry->period % threads * 1000 / threads
		       : 0;
}

void row_acc_add(const struct report *rp, struct rep_row *r, const struct hist_entry *entry)
{
	r->acc.period += entry->period;
	if (rp->sums)
		r->more->acc_latency += row_entry_latency(rp, entry);
}
