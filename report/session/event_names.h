/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the names and the groups of events. */

#include <pdata/pdata.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rep_session;

/* size in bytes of a buffer that is large enough for every name from event_make_name() */
#define EVENT_NAME_BYTES 128

/*
 * Make a name from the attr @a, as perf does for an event whose name is not in the recording, and
 * write the name to the buffer @buf of @len bytes. @len must be at least EVENT_NAME_BYTES.
 */
void event_make_name(const struct pdata_attr *a, char *buf, size_t len);

/*
 * Return the name of the event @ev as perf prints it: the name in the recording; if the recording
 * has no name, a name that is made from the event's attr or from the recorded tracepoints. The
 * result is never NULL. If @ev is NULL or memory is exhausted, the result is "unknown"; in the
 * latter case, session_err() returns -ENOMEM.
 */
const char *rep_event_name(struct rep_session *s, const struct pdata_event *ev);

/*
 * Set @wanted[pdata_event.index] to true for each event named in @list, the argument of an option
 * --event: names separated by commas. Names such as cpu/event=1,umask=2/ contain commas themselves,
 * so where a name begins, the function takes the longest text that is the name of an event. The
 * function ignores empty names. @wanted has an element for each event of the recording. Return: 0;
 * -1: the recording has no event for a name in @list; the function has printed an error message.
 */
int rep_events_choose(struct rep_session *s, const char *list, bool *wanted);

/*
 * The event group of an event, from the header feature GROUP_DESC. If the feature does not have the
 * event in a group, the event counts as the leader of a group of its own.
 */
struct event_group {
	uint32_t leader; /* index of the event that is the leader of the group */
	/*
	 * if this event is the leader: number of events in the group, with the leader counted;
	 * otherwise 0
	 */
	uint32_t nr_members;
	/*
	 * name of the group, if this event is the leader and the group has a name; otherwise NULL
	 */
	const char *name;
};

/*
 * Return an array with a struct event_group for each event of @r, indexed by pdata_event.index.
 * The caller frees the array with free(). Return: NULL if memory is exhausted.
 */
struct event_group *event_groups(struct pdata_reader *r);
