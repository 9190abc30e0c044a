/* SPDX-License-Identifier: BSD-2-Clause */
/* Computes the totals that percentages refer to, --percent-limit, and colours of percentages. */
#include "profile/model/report_totals.h"
#include "profile/model/keys.h"

uint64_t report_event_total(const struct report *rp, const struct event_rows *ev)
{
	return rp->opts->show.relative ? ev->period_shown : ev->period;
}

bool report_group_has_samples(const struct report *rp, const struct event_rows *ev)
{
	for (uint32_t m = 0; m < ev->members; m++)
		if (rp->ev[ev->event->index + m].nr_samples)
			return true;
	return false;
}

uint64_t report_key_total(const struct report *rp, const struct rep_key *k,
			  const struct event_rows *ev)
{
	if (!k->latency)
		return report_event_total(rp, ev);
	return rp->opts->show.relative ? ev->latency_shown : ev->latency;
}

const char *report_colour(double percent)
{
	return percent >= 5.0 ? "\033[31m" : percent > 0.5 ? "\033[32m" : "";
}

bool report_below_limit(const struct report *rp, const struct event_rows *ev,
			const struct rep_row *r)
{
	uint64_t period = rp->children ? r->acc.period : r->self.period,
		 total = report_event_total(rp, ev);
	float percent = total ? (float)((double)period * 100.0 / (double)total) : 0.0f;

	return percent < (float)rp->opts->show.percent_limit;
}
