/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the text of -e into a list of events, configures their attrs, and lists known events. */

#include <pdata/pdata.h>

struct rec_arena;
struct rec_event;
struct rec_evlist;
struct rec_opts;
struct rec_targets;

#define REC_OFFCPU_NAME "offcpu-time" /* the event of --off-cpu */

/* Parse the argument of -e. Return: 0, or -1 after printing an error. */
int rec_events_parse(struct rec_evlist *l, const char *text);
/* Set the filter of --filter for the tracepoints of the last -e item. Return: 0 or -1. */
int rec_events_filter(struct rec_evlist *l, const char *filter);
struct rec_event *rec_event_add(struct rec_evlist *l, const struct pdata_attr *attr,
				const char *name);
/* Add the default event of a recording: cycles with the highest precise_ip that works. */
void rec_events_default(struct rec_evlist *l);
/* Print the events that can be recorded and match a glob (NULL: all). Return: 0 or -1. */
int rec_list(struct rec_arena *a, const char *pattern);

/* Configure the attrs from options and terms; add a side-band event if one is needed. */
int rec_attr_config(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);
