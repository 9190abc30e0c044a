/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes a page: reads the recording, makes the columns, and puts them into the viewer's page. */
#include "view/html/html.h"

#include "base/memory.h"
#include "view/html/html_code.h"

#include <stdlib.h>

static uint64_t time_delta(const void *ctx, uint32_t i)
{
	const struct html_sample *all = ctx;

	return i ? all[i].time - all[i - 1].time : 0;
}

#define SAMPLE_MEMBER(member)                                                                      \
	static uint64_t sample_##member(const void *ctx, uint32_t i)                               \
	{                                                                                          \
		return ((const struct html_sample *)ctx)[i].member;                                \
	}
SAMPLE_MEMBER(weight)
SAMPLE_MEMBER(thread)
SAMPLE_MEMBER(stack)
SAMPLE_MEMBER(count)
SAMPLE_MEMBER(event)
SAMPLE_MEMBER(cpu)

#define STATE_MEMBER(member)                                                                       \
	static uint64_t state_##member(const void *ctx, uint32_t i)                                \
	{                                                                                          \
		return ((const struct html_state *)ctx)[i].member;                                 \
	}
STATE_MEMBER(start)
STATE_MEMBER(length)
STATE_MEMBER(thread)
STATE_MEMBER(kind)

static uint64_t node_parent(const void *ctx, uint32_t i)
{
	const struct html_paths *p = ctx;

	return i + 1 - p->nodes.all[i + 1].parent;
}

static uint64_t node_function(const void *ctx, uint32_t i)
{
	return ((const struct html_paths *)ctx)->nodes.all[i + 1].frame;
}

static const struct html_function *function_at(const void *ctx, uint32_t i)
{
	const void *data = ((const struct html_paths *)ctx)->functions.all[i + 1].data;

	return data;
}

#define FUNCTION_MEMBER(member)                                                                    \
	static uint64_t function_##member(const void *ctx, uint32_t i)                             \
	{                                                                                          \
		return function_at(ctx, i)->member;                                                \
	}
FUNCTION_MEMBER(name)
FUNCTION_MEMBER(object)
FUNCTION_MEMBER(file)
FUNCTION_MEMBER(flags)

static uint32_t count_interned(const struct interner *b)
{
	return b->nr ? b->nr - 1 : 0;
}

static void add_sample_columns(struct html_columns *c, const struct html_samples *s)
{
	html_add_column(c, "time", s->nr, time_delta, s->all);
	html_add_column(c, "weight", s->nr, sample_weight, s->all);
	html_add_column(c, "thread", s->nr, sample_thread, s->all);
	html_add_column(c, "node", s->nr, sample_stack, s->all);
	html_add_column(c, "event", s->nr, sample_event, s->all);
	html_add_column(c, "cpu", s->nr, sample_cpu, s->all);
	if (s->slice)
		html_add_column(c, "count", s->nr, sample_count, s->all);
}

static void add_state_columns(struct html_columns *c, const struct html_states *s)
{
	if (!s->nr)
		return;
	html_add_column(c, "s_start", s->nr, state_start, s->all);
	html_add_column(c, "s_length", s->nr, state_length, s->all);
	html_add_column(c, "s_thread", s->nr, state_thread, s->all);
	html_add_column(c, "s_kind", s->nr, state_kind, s->all);
}

static uint64_t array_value(const void *ctx, uint32_t i)
{
	return ((const uint32_t *)ctx)[i];
}

/* The values of each field in turn, of the samples of its event. */
static void add_field_column(struct html_columns *c, const struct html_samples *s)
{
	const struct html_fields *f = &s->fields;
	uint32_t *values = f->nr ? mem_big_alloc(f->nr_cells, sizeof(*values)) : NULL;
	uint32_t nr = 0;

	if (!f->nr)
		return;
	for (uint32_t k = 0; values && k < f->nr; k++)
		for (uint32_t i = 0; i < s->nr; i++)
			if (s->all[i].event == f->all[k].event)
				values[nr++] = html_field_value(&f->all[k], &s->all[i]);
	if (values)
		html_add_column(c, "f_value", nr, array_value, values);
	else
		c->err = -ENOMEM;
	free(values);
}

/* Texts end with NUL, which no name has. */
static void add_texts(struct html_columns *c, const struct html_paths *p)
{
	const uint32_t nr = count_interned(&p->texts);
	struct out text;

	out_open(&text, -1);
	for (uint32_t i = 1; i <= nr; i++) {
		out_raw(&text, p->texts.all[i].data, p->texts.all[i].len);
		out_char(&text, '\0');
	}
	if (text.err)
		c->err = -ENOMEM;
	else
		html_add_text_column(c, "texts", text.buf, text.len);
	out_close(&text);
}

static void add_path_columns(struct html_columns *c, const struct html_paths *p)
{
	const uint32_t nr = count_interned(&p->functions);

	html_add_column(c, "parent", p->nodes.nr, node_parent, p);
	html_add_column(c, "function", p->nodes.nr, node_function, p);
	html_add_column(c, "name", nr, function_name, p);
	html_add_column(c, "object", nr, function_object, p);
	html_add_column(c, "file", nr, function_file, p);
	html_add_column(c, "flags", nr, function_flags, p);
	add_texts(c, p);
}

static int put_page(struct tables *t, const struct html_opts *o, const struct html_samples *s,
		    const struct html_states *states, const struct html_code *code,
		    struct html_paths *p, struct out *out)
{
	struct html_columns c = { .nr = 0 };
	struct out facts;
	int rc;

	out_open(&facts, -1);
	rc = html_put_facts(&facts, t, s, states, code, p->redact, o);
	if (facts.err)
		c.err = -ENOMEM;
	else
		html_add_text_column(&c, "facts", facts.buf, facts.len);
	out_close(&facts);
	add_path_columns(&c, p);
	add_sample_columns(&c, s);
	add_field_column(&c, s);
	add_state_columns(&c, states);
	if (o->annotate)
		html_add_code_columns(&c, code, s, o);
	if (!rc)
		rc = html_pack_columns(&c, o->jobs);
	if (!rc) {
		if (o->number)
			out_char(out, '\n');
		else
			html_put_head(out);
		html_put_columns(&c, out);
		if (o->number + 1 >= o->nr_recordings)
			html_put_tail(out);
	}
	html_free_columns(&c);
	return rc;
}

/* Replace the stacks of all samples by their nodes. */
static int find_nodes(struct html_samples *s, struct html_paths *p, struct tables *t,
		      struct html_redact *redact)
{
	if (html_make_paths(p, t, redact))
		return -ENOMEM;
	for (uint32_t i = 0; i < s->nr; i++)
		s->all[i].stack = html_node_of(p, s->all[i].stack);
	return html_paths_err(p);
}

int html_write(struct tables *t, const struct html_opts *o, struct out *out)
{
	struct html_samples s = { .addresses = o->annotate > 0,
				  .fields = { .left_out = o->redact > 0 } };
	struct html_states states = { .nr = 0 };
	struct html_paths p = { .node_of = NULL };
	struct html_code code = { .nr_functions = 0 };
	struct html_redact redact = { .level = HTML_REDACT_NONE };
	int rc = html_read_samples(&s, t, o->max_samples);

	if (!rc)
		rc = html_redact_init(&redact, o->redact, tables_session(t));
	if (!rc)
		rc = find_nodes(&s, &p, t, &redact);
	if (!rc && o->annotate)
		rc = html_make_code(&code, t, &s, &p, o);
	if (!rc)
		rc = html_read_states(&states, t, &s);
	if (!rc)
		rc = put_page(t, o, &s, &states, &code, &p, out);
	if (rc)
		session_set_err(tables_session(t), -ENOMEM);
	free(states.all);
	html_free_code(&code);
	html_redact_free(&redact);
	html_free_paths(&p);
	html_free_samples(&s);
	return rc;
}
