/* SPDX-License-Identifier: BSD-2-Clause */
/* What threads did over time, for the strips of the timeline: a second pass over the recording. */
#include "view/html/html_int.h"

#include "base/memory.h"

#include <stdlib.h>

#define MAX_STATES 2000000u

const char *const html_state_names[HTML_NR_STATES] = { "running", "runnable", "sleeping", "blocked",
						       "stopped", "dead",     "unknown" };

static bool has_switch_event(struct tables *t)
{
	struct pdata_reader *r = tables_session(t)->reader;
	const uint32_t nr = pdata_reader_nr_events(r);

	for (uint32_t i = 0; i < nr; i++)
		if (!strcmp(tables_event_name(t, i), "sched:sched_switch"))
			return true;
	return false;
}

static uint8_t kind_of_state(const char *name)
{
	uint8_t kind = 0;

	while (kind < HTML_NR_STATES - 1 && strcmp(name, html_state_names[kind]))
		kind++;
	return kind;
}

/* States whose ends are not known, and those outside, end where the samples do. */
static bool add_state(struct html_states *s, const struct html_samples *samples,
		      const struct tables_state *state)
{
	const uint64_t first = samples->all[0].time, last = samples->all[samples->nr - 1].time;
	const uint64_t start = state->has_start && state->start > first ? state->start : first;
	const uint64_t end = state->has_end && state->end < last ? state->end : last;

	if (start > end)
		return true;
	if (s->nr == MAX_STATES) {
		s->left_out++;
		return true;
	}
	if (!mem_room(&s->all, &s->cap, s->nr, sizeof(*s->all)))
		return false;
	s->all[s->nr++] = (struct html_state){ .start = start - first,
					       .length = end - start,
					       .thread = state->thread,
					       .kind = kind_of_state(state->state) };
	return true;
}

int html_read_states(struct html_states *s, struct tables *t, const struct html_samples *samples)
{
	struct tables_state state;

	if (!samples->nr || (!samples->switches && !has_switch_event(t)))
		return 0;
	if (tables_begin_pass(t) != REP_OK)
		return -1;
	while (tables_next_state(t, &state))
		if (!add_state(s, samples, &state))
			return -1;
	return session_err(tables_session(t)) ? -1 : 0;
}
