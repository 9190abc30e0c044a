/* SPDX-License-Identifier: BSD-2-Clause */
/* Joins the event groups of several recordings: the indexes of events differ in the output. */
#include "files/join_groups.h"

#include "console/command.h"

#include <stdlib.h>
#include <string.h>

static bool follow_each_other(const struct pdata_group *g, const uint32_t *target)
{
	for (uint32_t i = 1; i < g->nr_members; i++)
		if (target[g->leader_idx + i] != target[g->leader_idx] + i)
			return false;
	return true;
}

static void add_group(struct pdata_group_desc *d, const char *name, uint32_t leader, uint32_t nr)
{
	uint32_t at = 0;

	while (at < d->nr && d->groups[at].leader_idx < leader)
		at++;
	if (at && d->groups[at - 1].nr_members > leader - d->groups[at - 1].leader_idx)
		return;
	if (at < d->nr && nr > d->groups[at].leader_idx - leader)
		return;
	d->groups = rep_grow(d->groups, d->nr + 1, sizeof(*d->groups));
	memmove(d->groups + at + 1, d->groups + at, (d->nr - at) * sizeof(*d->groups));
	d->groups[at] = (struct pdata_group){ name, leader, nr };
	d->nr++;
}

void recording_groups_add(struct recording_groups *g, struct rep_session *s, const uint32_t *target)
{
	const uint32_t nr_events = pdata_reader_nr_events(s->reader);
	const struct pdata_feature *f;

	g->feature.bit = PDATA_FEAT_GROUP_DESC;
	if (session_feature(s, PDATA_FEAT_GROUP_DESC, &f))
		return;
	for (uint32_t i = 0; i < f->u.group_desc.nr; i++) {
		const struct pdata_group *one = &f->u.group_desc.groups[i];

		if (one->leader_idx < nr_events && one->nr_members &&
		    one->nr_members <= nr_events - one->leader_idx &&
		    follow_each_other(one, target))
			add_group(&g->feature.u.group_desc, one->name, target[one->leader_idx],
				  one->nr_members);
	}
}

void recording_groups_free(struct recording_groups *g)
{
	free(g->feature.u.group_desc.groups);
	*g = (struct recording_groups){ .feature.bit = 0 };
}
