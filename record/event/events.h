/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the argument of -e into a list of events, configures their attrs, and lists events. */

#include <pdata/pdata.h>

struct rec_arena;
struct rec_event;
struct rec_evlist;
struct rec_opts;
struct rec_targets;

#define REC_OFFCPU_NAME "offcpu-time" /* name of the event that --off-cpu adds */

/* Parse an argument of -e and add its events to @l. Return: 0, or -1 after printing an error. */
int rec_events_parse(struct rec_evlist *l, const char *text);
/*
 * Add @filter, the argument of --filter, to each event of the last -e option. If a tracepoint has
 * several filters, the kernel records only hits for which all filters hold. Return: 0, or -1 after
 * printing an error: there is no -e yet, or an event of the last one is no tracepoint.
 */
int rec_events_filter(struct rec_evlist *l, const char *filter);
/*
 * Set rec_event.exclude_recorder of each event of the last -e option, as --exclude-perf demands.
 * Return: 0, or -1 after printing an error, in the same cases as rec_events_filter().
 */
int rec_events_exclude_recorder(struct rec_evlist *l);
struct rec_event *rec_event_add(struct rec_evlist *l, const struct pdata_attr *attr,
				const char *name);
/*
 * Add the default event of a recording to @l: cycles, with the highest precise_ip that can be
 * opened. If the machine has several kinds of cores, add one event for each kind.
 */
void rec_events_default(struct rec_evlist *l);
/*
 * Print the events that this machine can record and whose names match the glob @pattern. If
 * @pattern is NULL, print all events. Return: 0; -1 after printing an error: no event matches
 * @pattern.
 */
int rec_list(struct rec_arena *a, const char *pattern);

/*
 * Set the attrs of all events from the options and terms, and add a dummy event for side-band
 * records if one is needed. Return: 0, or -1 after printing an error.
 */
int rec_attr_config(struct rec_opts *o, struct rec_evlist *l, const struct rec_targets *t);
