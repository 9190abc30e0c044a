/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds events with their defaults to the list of events, and sets the filters of tracepoints. */
#include "base/rec_event.h"
#include "base/util.h"
#include "event/events.h"

#include <string.h>

struct rec_event *rec_event_add(struct rec_evlist *l, const struct pdata_attr *attr,
				const char *name)
{
	uint32_t index = l->nr;

	l->ev = rec_push(l->arena, l->ev, &l->nr, sizeof(*l->ev));
	struct rec_event *e = &l->ev[index];

	memset(e, 0, sizeof(*e));
	e->attr = *attr;
	e->attr.size = PDATA_ATTR_SIZE_VER7;
	e->name = name;
	e->leader = index;
	e->nr_members = 1;
	e->tracking = index == 0;
	e->scale = 1;
	e->option = l->nr_options;
	if (e->attr.type == PDATA_TYPE_SOFTWARE && e->attr.config <= PDATA_COUNT_SW_TASK_CLOCK) {
		e->unit = "msec";
		e->scale = 1e-6;
	}
	if (e->attr.type == PDATA_TYPE_SOFTWARE && e->attr.config == PDATA_COUNT_SW_BPF_OUTPUT &&
	    !e->attr.sample_type) {
		e->attr.sample_type = PDATA_SAMPLE_RAW | PDATA_SAMPLE_TIME | PDATA_SAMPLE_CPU |
				      PDATA_SAMPLE_PERIOD;
		e->attr.sample_period = 1;
	}
	return e;
}

/*
 * Check that the events of the last -e are tracepoints. @option: the option that needs tracepoints,
 * for messages. Return: 0, or -1 after printing an error.
 */
static int check_last_tracepoints(const struct rec_evlist *l, const char *option)
{
	if (!l->nr)
		return rec_error("%s must come after the -e that names its tracepoints", option);
	for (uint32_t i = 0; i < l->nr; i++)
		if (l->ev[i].option + 1 == l->nr_options && !l->ev[i].tp_system)
			return rec_error("%s applies to all events of the -e before it, but %s is "
					 "no tracepoint: give that event an -e of its own before "
					 "the -e of the tracepoints",
					 option, l->ev[i].name);
	return 0;
}

int rec_events_filter(struct rec_evlist *l, const char *filter)
{
	if (check_last_tracepoints(l, "--filter"))
		return -1;
	for (uint32_t i = 0; i < l->nr; i++) {
		struct rec_event *e = &l->ev[i];

		if (e->option + 1 != l->nr_options)
			continue;
		/* Several filters of the same event must all hold. */
		e->filter = e->filter ? rec_printf(l->arena, "(%s) && (%s)", e->filter, filter)
				      : filter;
	}
	return 0;
}

int rec_events_exclude_recorder(struct rec_evlist *l)
{
	if (check_last_tracepoints(l, "--exclude-perf"))
		return -1;
	for (uint32_t i = 0; i < l->nr; i++)
		if (l->ev[i].option + 1 == l->nr_options)
			l->ev[i].exclude_recorder = true;
	return 0;
}
