/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_EVENT_NAME_H
#define REP_EVENT_NAME_H

#include <pdata/pdata.h>
#include <stddef.h>

#define EVENT_NAME_BYTES 128 /* enough for every name that event_make_name() makes */

/* A name from the attr alone, as perf makes it for an event that its file does not name. */
void event_make_name(const struct pdata_attr *a, char *buf, size_t len);

#endif
