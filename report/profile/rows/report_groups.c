/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Applies event groups to a report: the GROUP_DESC feature, --group and --no-group decide which
 * events share a table.
 */
#include "profile/model/report.h"
#include "profile/rows/report_setup.h"

#include <stdlib.h>
#include <string.h>

/*
 * Return true if the GROUP_DESC feature fits the events. It gives the index of each leader, and
 * the members follow the leader. A description that does not fit is ignored as a whole.
 */
static bool groups_fit(const struct pdata_group_desc *d, uint32_t nr_events)
{
	uint64_t next = 0;

	for (uint32_t i = 0; i < d->nr; i++) {
		const struct pdata_group *g = &d->groups[i];

		if (g->leader_idx < next || !g->nr_members ||
		    g->nr_members > nr_events - g->leader_idx || g->leader_idx >= nr_events)
			return false;
		next = (uint64_t)g->leader_idx + g->nr_members;
	}
	return true;
}

static void set_event_group(struct report *rp, uint32_t leader, uint32_t members, const char *name)
{
	for (uint32_t m = 0; m < members; m++) {
		struct event_rows *ev = &rp->ev[leader + m];

		ev->leader = leader;
		ev->position = m;
		ev->members = m ? 1 : members;
	}
	rp->ev[leader].group_name = name;
}

/* Set the event groups of the file. Returns the number of groups. */
static uint32_t file_groups(struct report *rp)
{
	const struct pdata_feature *f;

	if (session_feature(rp->s, PDATA_FEAT_GROUP_DESC, &f) ||
	    !groups_fit(&f->u.group_desc, rp->nr_ev))
		return 0;
	for (uint32_t i = 0; i < f->u.group_desc.nr; i++) {
		const struct pdata_group *g = &f->u.group_desc.groups[i];

		set_event_group(rp, g->leader_idx, g->nr_members,
				strcmp(g->name, "{anon_group}") ? g->name : "anon group");
	}
	return f->u.group_desc.nr;
}

static void take_apart(struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		rp->ev[e].plural = rp->ev[e].members > 1;
		rp->ev[e].leader = e;
		rp->ev[e].position = 0;
		rp->ev[e].members = 1;
	}
}

/*
 * If the file has no groups, --group puts all events into one group. So does --no-group, before it
 * splits all groups again: the events are then printed in the plural, as perf does.
 */
void report_groups(struct report *rp)
{
	for (uint32_t e = 0; e < rp->nr_ev; e++) {
		rp->ev[e].leader = e;
		rp->ev[e].members = 1;
	}
	if (!file_groups(rp) && (rp->opts->rows.group || rp->opts->rows.no_group) && rp->nr_ev)
		set_event_group(rp, 0, rp->nr_ev, "");
	if (rp->opts->rows.no_group)
		take_apart(rp);
}
