/* SPDX-License-Identifier: BSD-2-Clause */
/* The facts about a recording that a page shows, as JSON. */
#include "view/html/html_code.h"

#include "base/out_json.h"
#include "profile/tables/table_columns.h"
#include "view/export/event_labels.h"

#include <inttypes.h>

/* In a redacted page the command is the program alone, and the host has no name. */
static void put_redacted(struct pd_json *j, struct tables *t, struct html_redact *redact,
			 const char *key, const char *value)
{
	const struct pdata_feature *f;

	if (!strcmp(key, "hostname"))
		return;
	if (strcmp(key, "command")) {
		value = html_redact_text(redact, value);
	} else {
		if (redact->level == HTML_REDACT_ALL ||
		    session_feature(tables_session(t), PDATA_FEAT_CMDLINE, &f) || !f->u.cmdline.nr)
			return;
		value = html_redact_object(redact, NULL, f->u.cmdline.str[0]);
	}
	if (value)
		pd_json_str(j, key, value);
}

static void put_meta(struct pd_json *j, struct tables *t, struct html_redact *redact)
{
	struct table_cursor c;

	if (table_begin(&c, t, tables_find(t, "meta")) != REP_OK)
		return;
	pd_json_open(j, "meta", '{');
	while (c.table->next(&c)) {
		const struct table_value key = table_get(&c, 0), value = table_get(&c, 1);

		if (value.null || !value.text)
			continue;
		if (redact->level)
			put_redacted(j, t, redact, key.text, value.text);
		else
			pd_json_str(j, key.text, value.text);
	}
	pd_json_close(j, '}');
	table_end(&c);
}

/* The options that left samples out; redacted, their values are left out. */
static void put_filters(struct pd_json *j, struct html_redact *redact, const char *filters)
{
	struct out names;

	if (!redact->level) {
		pd_json_str(j, "filters", filters);
		return;
	}
	out_open(&names, -1);
	for (const char *at = filters; (at = strstr(at, "--"));) {
		const size_t n = strcspn(at, " ");

		if (names.len)
			out_char(&names, ' ');
		out_raw(&names, at, n);
		at += n;
	}
	pd_json_mem(j, "filters", names.buf ? names.buf : "", names.len);
	if (out_close(&names))
		redact->err = -ENOMEM;
}

/*
 * Source files are arrays: number of the text of the name, whether they were read, and are newer.
 */
static void put_code(struct pd_json *j, const struct html_code *code)
{
	pd_json_open(j, "sources", '[');
	for (uint32_t i = 0; i < code->nr_files; i++) {
		pd_json_open(j, NULL, '[');
		pd_json_u64(j, NULL, code->files[i].name);
		pd_json_u64(j, NULL, code->files[i].below);
		pd_json_u64(j, NULL, code->files[i].newer);
		pd_json_close(j, ']');
	}
	pd_json_close(j, ']');
}

/* A text may be NULL if memory is exhausted. */
static void put_text(struct pd_json *j, const char *text)
{
	pd_json_str(j, NULL, text ? text : "");
}

static void put_events(struct pd_json *j, struct tables *t, struct html_redact *redact)
{
	struct pdata_reader *r = tables_session(t)->reader;
	const uint32_t nr = pdata_reader_nr_events(r);
	char **labels = export_event_labels(t);

	pd_json_open(j, "events", '[');
	for (uint32_t i = 0; i < nr; i++)
		put_text(j, html_redact_event(redact, labels[i]));
	pd_json_close(j, ']');
	export_event_labels_free(t, labels);
}

/* Threads are arrays: pid, tid, name. */
static void put_threads(struct pd_json *j, struct tables *t, struct html_redact *redact)
{
	const uint32_t nr = tables_nr_threads(t);

	pd_json_open(j, "threads", '[');
	for (uint32_t i = 1; i <= nr; i++) {
		const struct tables_thread *thread = tables_thread(t, i);

		pd_json_open(j, NULL, '[');
		pd_json_fmt(j, NULL, "%" PRId32, (int32_t)thread->pid);
		pd_json_fmt(j, NULL, "%" PRId32, (int32_t)thread->tid);
		put_text(j, html_redact_process(redact, thread->comm));
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
		   const struct html_states *states, const struct html_code *code,
		   struct html_redact *redact, const struct html_opts *o)
{
	struct pd_json j = out_json(out);

	pd_json_open(&j, NULL, '{');
	pd_json_u64(&j, "version", HTML_DATA_VERSION);
	if (o->nr_recordings > 1 && !redact->level)
		pd_json_str(&j, "name", o->name);
	put_meta(&j, t, redact);
	put_events(&j, t, redact);
	put_threads(&j, t, redact);
	pd_json_fmt(&j, "start", "\"%" PRIu64 "\"", s->nr ? s->all[0].time : 0);
	pd_json_u64(&j, "samples", s->total);
	pd_json_u64(&j, "slice", s->slice);
	put_filters(&j, redact, o->filters);
	if (redact->level)
		pd_json_u64(&j, "redacted", redact->level);
	if (o->annotate)
		put_code(&j, code);
	put_marks(&j, s);
	html_put_fields(&j, &s->fields);
	if (states->nr)
		put_state_names(&j, states);
	pd_json_close(&j, '}');
	return session_err(tables_session(t)) || redact->err ? -1 : 0;
}
