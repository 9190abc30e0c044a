/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_EVENT_GROUPS_H
#define REP_EVENT_GROUPS_H

#include <pdata/pdata.h>

/* One event's place in the groups that GROUP_DESC describes; alone it leads a group of 1. */
struct event_group {
	uint32_t leader;     /* event index */
	uint32_t nr_members; /* of the leader's group, with the leader; of members 0 */
	const char *name;    /* of the leader's group, or NULL */
};

/*
 * Groups of all events known to @r, by event index; to be freed. Return: NULL when memory is
 * exhausted.
 */
struct event_group *event_groups(struct pdata_reader *r);

#endif
