/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_EVENT_NAME_H
#define REP_EVENT_NAME_H

/* Names of events. */

#include <pdata/pdata.h>
#include <stddef.h>

struct rep_session;

#define EVENT_NAME_BYTES 128 /* enough for every name that event_make_name() makes */

/* A name from the attr alone, as perf makes it for an event that its file does not name. */
void event_make_name(const struct pdata_attr *a, char *buf, size_t len);

/*
 * The event's name as perf prints it: the file's own, else made from type and config. Never NULL;
 * "unknown" when memory is exhausted, which is an error of the session.
 */
const char *rep_event_name(struct rep_session *s, const struct pdata_event *ev);

#endif
