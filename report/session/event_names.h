/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names and groups of events. */

#include <pdata/pdata.h>
#include <stddef.h>
#include <stdint.h>

struct rep_session;

#define EVENT_NAME_BYTES 128 /* enough for every name that event_make_name() makes */

/* A name from the attr alone, as perf makes it for an event that its file does not name. */
void event_make_name(const struct pdata_attr *a, char *buf, size_t len);

/*
 * The event's name as perf prints it: the file's own, else made from type and config. Never NULL;
 * "unknown" when memory is exhausted, which is an error of the session.
 */
const char *rep_event_name(struct rep_session *s, const struct pdata_event *ev);

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
