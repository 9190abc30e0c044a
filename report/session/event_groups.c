/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Gives each event its group leader and number of members from the GROUP_DESC feature; an event
 * without a group leads itself.
 */
#include "session/event_groups.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NO_NAME "{anon_group}" /* what perf stores for a group without a name */

static void init_event_groups(struct event_group *g, uint32_t nr_events,
			      const struct pdata_group_desc *desc)
{
	uint32_t next = 0, leader = 0, left = 0;

	for (uint32_t i = 0; i < nr_events; i++) {
		if (next < desc->nr && desc->groups[next].leader_idx == i && !left) {
			const struct pdata_group *d = &desc->groups[next++];

			leader = i;
			left = d->nr_members ? d->nr_members - 1 : 0;
			g[i].nr_members = d->nr_members;
			g[i].name = strcmp(d->name, NO_NAME) ? d->name : NULL;
		} else if (left) {
			g[i] = (struct event_group){ .leader = leader };
			left--;
		}
	}
}

struct event_group *event_groups(struct pdata_reader *r)
{
	uint32_t nr = pdata_reader_nr_events(r);
	struct event_group *g = mem_alloc(nr, sizeof(*g));
	const struct pdata_feature *f;
	int ret;

	for (uint32_t i = 0; g && i < nr; i++)
		g[i] = (struct event_group){ .leader = i, .nr_members = 1 };
	ret = g ? pdata_reader_feature(r, PDATA_FEAT_GROUP_DESC, &f, NULL) : PDATA_E_NOMEM;
	if (!ret)
		init_event_groups(g, nr, &f->u.group_desc);
	if (ret != PDATA_E_NOMEM)
		return g;
	free(g);
	return NULL;
}
