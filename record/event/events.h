/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Events from the text of -e to their attrs. */

#include <pdata/pdata.h>

struct rec_arena;
struct rec_event;
struct rec_evlist;
struct rec_opts;
struct rec_targets;

#define REC_OFFCPU_NAME "offcpu-time" /* the event of --off-cpu */

/* Parse the argument of -e. Return: 0 or -1 with a line said. */
int rec_events_parse(struct rec_evlist *l, const char *text);
/* --filter: for the events of the last item. */
int rec_events_filter(struct rec_evlist *l, const char *filter);
struct rec_event *rec_event_add(struct rec_evlist *l, const struct pdata_attr *attr,
				const char *name);
/* What is recorded when nobody says: cycles as exactly as can be. */
void rec_events_default(struct rec_evlist *l);
/* Print what can be recorded and matches a glob (NULL: all). Return: 0 or -1. */
int rec_list(struct rec_arena *a, const char *pattern);

/* Turn options and terms into attrs, adding a side-band event where one is needed. */
int rec_attr_config(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);
