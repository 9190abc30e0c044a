/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the names and the groups of events. */

#include <pdata/pdata.h>
#include <stddef.h>
#include <stdint.h>

struct rep_session;

/* size of a buffer that holds every name that event_make_name() makes */
#define EVENT_NAME_BYTES 128

/*
 * Write to @buf the name that perf makes from @a alone, for an event without a name in the
 * recording.
 */
void event_make_name(const struct pdata_attr *a, char *buf, size_t len);

/*
 * Return the name of the event as perf prints it: the name in the recording, or a name made from
 * type and config. Never NULL. If memory is exhausted, return "unknown" and set the error of the
 * session.
 */
const char *rep_event_name(struct rep_session *s, const struct pdata_event *ev);

/*
 * The position of an event in the event groups of the header feature GROUP_DESC. An event in no
 * group is the leader of a group of one event.
 */
struct event_group {
	uint32_t leader; /* index of the event that leads the group */
	/* in the leader: number of events in the group, including the leader; in other events: 0 */
	uint32_t nr_members;
	/* in the leader: name of the group, or NULL if it has none; in other events: NULL */
	const char *name;
};

/*
 * Return an array with a struct event_group for each event of @r, indexed by event. The caller
 * frees the array with free(). Return: NULL if memory is exhausted.
 */
struct event_group *event_groups(struct pdata_reader *r);
