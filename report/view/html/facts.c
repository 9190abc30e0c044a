/* SPDX-License-Identifier: BSD-2-Clause */
/* The facts about a recording that a page shows, as JSON. */
#include "view/html/html_int.h"

#include "base/out_json.h"
#include "profile/tables/table_columns.h"

#include <inttypes.h>

static void put_meta(struct pd_json *j, struct tables *t)
{
	struct table_cursor c;

	if (table_begin(&c, t, tables_find(t, "meta")) != REP_OK)
		return;
	pd_json_open(j, "meta", '{');
	while (c.table->next(&c)) {
		const struct table_value key = table_get(&c, 0), value = table_get(&c, 1);

		if (!value.null && value.text)
			pd_json_str(j, key.text, value.text);
	}
	pd_json_close(j, '}');
	table_end(&c);
}

static void put_events(struct pd_json *j, struct tables *t)
{
	struct pdata_reader *r = tables_session(t)->reader;
	const uint32_t nr = pdata_reader_nr_events(r);

	pd_json_open(j, "events", '[');
	for (uint32_t i = 0; i < nr; i++)
		pd_json_str(j, NULL, tables_event_name(t, i));
	pd_json_close(j, ']');
}

/* Threads are arrays: pid, tid, name. */
static void put_threads(struct pd_json *j, struct tables *t)
{
	const uint32_t nr = tables_nr_threads(t);

	pd_json_open(j, "threads", '[');
	for (uint32_t i = 1; i <= nr; i++) {
		const struct tables_thread *thread = tables_thread(t, i);

		pd_json_open(j, NULL, '[');
		pd_json_fmt(j, NULL, "%" PRId32, (int32_t)thread->pid);
		pd_json_fmt(j, NULL, "%" PRId32, (int32_t)thread->tid);
		pd_json_str(j, NULL, thread->comm);
		pd_json_close(j, ']');
	}
	pd_json_close(j, ']');
}

/* Marks are arrays: time in ns as a text, as it has more digits than a double; kind; count. */
static void put_marks(struct pd_json *j, const struct html_samples *s)
{
	pd_json_open(j, "marks", '[');
	for (uint32_t i = 0; i < s->nr_marks; i++) {
		pd_json_open(j, NULL, '[');
		pd_json_fmt(j, NULL, "\"%" PRIu64 "\"", s->marks[i].time);
		pd_json_str(j, NULL, html_mark_names[s->marks[i].kind]);
		pd_json_u64(j, NULL, s->marks[i].count);
		pd_json_close(j, ']');
	}
	pd_json_close(j, ']');
	pd_json_u64(j, "marks_left_out", s->left_out);
}

static void put_state_names(struct pd_json *j, const struct html_states *states)
{
	pd_json_open(j, "states", '[');
	for (uint32_t i = 0; i < HTML_NR_STATES; i++)
		pd_json_str(j, NULL, html_state_names[i]);
	pd_json_close(j, ']');
	pd_json_u64(j, "states_left_out", states->left_out);
}

int html_put_facts(struct out *out, struct tables *t, const struct html_samples *s,
		   const struct html_states *states, const struct html_opts *o)
{
	struct pd_json j = out_json(out);

	pd_json_open(&j, NULL, '{');
	pd_json_u64(&j, "version", HTML_DATA_VERSION);
	put_meta(&j, t);
	put_events(&j, t);
	put_threads(&j, t);
	pd_json_fmt(&j, "start", "\"%" PRIu64 "\"", s->nr ? s->all[0].time : 0);
	pd_json_u64(&j, "samples", s->total);
	pd_json_u64(&j, "slice", s->slice);
	pd_json_str(&j, "filters", o->filters);
	put_marks(&j, s);
	if (states->nr)
		put_state_names(&j, states);
	pd_json_close(&j, '}');
	return session_err(tables_session(t)) ? -1 : 0;
}
