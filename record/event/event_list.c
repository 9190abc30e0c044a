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
	e->item = l->nr_items;
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

int rec_events_filter(struct rec_evlist *l, const char *filter)
{
	uint32_t nr = 0;

	if (!l->nr)
		return rec_error("--filter must come after the -e that names the tracepoints to "
				 "filter");
	for (uint32_t i = 0; i < l->nr; i++) {
		struct rec_event *e = &l->ev[i];

		if (e->item + 1 != l->nr_items || !e->tp_system)
			continue;
		/* Several filters of the same event must all hold. */
		e->filter = e->filter ? rec_printf(l->arena, "(%s) && (%s)", e->filter, filter)
				      : filter;
		nr++;
	}
	return nr ? 0
		  : rec_error("--filter '%s': only tracepoints can be filtered, and the -e before "
			      "--filter names none",
			      filter);
}
