/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names and groups of events. */

#include <pdata/pdata.h>
#include <stddef.h>
#include <stdint.h>

struct rep_session;

#define EVENT_NAME_BYTES 128 /* enough for every name that event_make_name() makes */

/* Make the name that perf gives an event whose file has no name for it, from the attr alone. */
void event_make_name(const struct pdata_attr *a, char *buf, size_t len);

/*
 * The event's name as perf prints it: the file's own, else made from type and config. Never NULL;
 * "unknown" when memory is exhausted, which is an error of the session.
 */
const char *rep_event_name(struct rep_session *s, const struct pdata_event *ev);

/* An event's place in the groups of GROUP_DESC; an event in no group leads a group of one. */
struct event_group {
	uint32_t leader;     /* event index */
	uint32_t nr_members; /* leader: size of the group, including the leader; others: 0 */
	const char *name;    /* leader: name of the group, or NULL; others: NULL */
};

/*
 * The groups of all events of @r, by event index. The caller frees the array. Return: NULL when
 * memory is exhausted.
 */
struct event_group *event_groups(struct pdata_reader *r);
