/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes for each event the list of functions that print its fields. */
#include "script/script_event.h"

#include "console/command.h"
#include "script/script.h"
#include "script/script_chain.h"
#include "script/script_data.h"
#include "script/script_insn.h"
#include "script/script_line.h"
#include "script/script_put.h"
#include "session/event_names.h"
#include "session/tracepoint/tp.h"

#include <stdlib.h>

static bool is_page_fault(const struct pdata_attr *a)
{
	return a->type == PDATA_TYPE_SOFTWARE && (a->config == PDATA_COUNT_SW_PAGE_FAULTS ||
						  a->config == PDATA_COUNT_SW_PAGE_FAULTS_MIN ||
						  a->config == PDATA_COUNT_SW_PAGE_FAULTS_MAJ);
}

/*
 * perf tests one bit of config, so other events with that bit and a period of 1 are branch traces,
 * too.
 */
static bool is_branch_trace(const struct pdata_attr *a)
{
	return a->type == PDATA_TYPE_HARDWARE && a->config & PDATA_COUNT_HW_BRANCH_INSTRUCTIONS &&
	       a->sample_period == 1;
}

/* Consecutive fields with the same column function share one column. */
static void add_event_printer(struct script_event *e, const struct script_field *f)
{
	const struct script_field *last = e->nr_print ? e->print[e->nr_print - 1].field : NULL;

	if (script_column_of(f) && !(last && f->column && f->column == last->column))
		e->print[e->nr_print++] = (struct script_printer){ script_column_of(f), f };
}

/* The fields that are hidden by others of the chosen @fields. */
static uint64_t hidden_fields(uint64_t fields)
{
	uint64_t hidden = 0;

	for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++)
		hidden |= fields >> f & 1 ? script_fields[f].hides : 0;
	return hidden;
}

static bool event_lacks(const struct script_event *e, const struct script_field *f)
{
	const struct pdata_attr *a = &e->ev->attr;

	if (e->bts)
		return f->bts != SCRIPT_BTS_SHOWN;
	return f->bpf &&
	       !(a->type == PDATA_TYPE_SOFTWARE && a->config == PDATA_COUNT_SW_BPF_OUTPUT);
}

static void make_list(struct script *s, struct script_event *e)
{
	static const struct script_field flags = { .column = script_print_flags };
	static const struct script_field to_addr = { .column = script_print_to_addr };
	const uint64_t fields = e->fields & ~hidden_fields(e->fields);
	const bool to =
		e->fields & SCRIPT_F(addr) ||
		(e->ev->attr.sample_type & PDATA_SAMPLE_ADDR && !s->types.type[e->type].user_set);

	for (unsigned i = 0; i < SCRIPT_NR_FIELDS; i++) {
		const struct script_field *f = &script_fields[i];

		if (fields >> i & 1 && !event_lacks(e, f)) {
			add_event_printer(e, f);
			e->shown |= 1ull << i;
			e->want |= f->needs | f->reads;
			e->nr_start = f->start ? e->nr_print : e->nr_start;
		}
		if (i == SCRIPT_FI_event && s->types.flags)
			add_event_printer(e, &flags);
	}
	if (e->bts && to) {
		add_event_printer(e, &to_addr);
		e->want |= PDATA_SAMPLE_ADDR;
	}
	for (unsigned i = 0; e->bts && i < SCRIPT_NR_FIELDS; i++)
		if (fields >> i & 1 && script_fields[i].bts == SCRIPT_BTS_LAST)
			add_event_printer(e, &script_fields[i]);
	e->srccode = !e->bts && e->fields & SCRIPT_F(srccode);
}

static uint32_t make_task_columns(const struct script *s, const struct script_event *e)
{
	const bool chain = e->fields & SCRIPT_F(ip) && s->use_chain &&
			   e->ev->attr.sample_type & PDATA_SAMPLE_CALLCHAIN;

	return (e->fields & SCRIPT_F(comm) ? SCRIPT_TASK_COMM : 0u) |
	       (e->fields & SCRIPT_F(pid) ? SCRIPT_TASK_PID : 0u) |
	       (e->fields & SCRIPT_F(tid) ? SCRIPT_TASK_TID : 0u) | (chain ? 0u : SCRIPT_TASK_PAD) |
	       (s->opts->latency ? SCRIPT_TASK_SHORT : 0u);
}

/*
 * Return true if the names of events are printed, or are parts of names of files. If not, they are
 * not made: damaged formats of tracepoints then do not matter.
 */
static bool needs_event_names(const struct script *s)
{
	for (uint32_t i = 0; i < s->nr_events; i++) {
		const struct pdata_event *ev = pdata_reader_event(s->ses.reader, i);

		if (s->types.type[script_type_of(ev->attr.type)].fields & SCRIPT_F(event))
			return true;
	}
	return s->opts->per_event;
}

static void make_event(struct script *s, struct script_event *e, const struct pdata_event *ev,
		       bool named)
{
	const uint64_t always = PDATA_SAMPLE_IP | PDATA_SAMPLE_TID | PDATA_SAMPLE_TIME |
				PDATA_SAMPLE_CPU | PDATA_SAMPLE_READ | PDATA_SAMPLE_ID |
				PDATA_SAMPLE_IDENTIFIER;

	e->ev = ev;
	e->name = named ? rep_event_name(&s->ses, ev) : "";
	e->type = script_type_of(ev->attr.type);
	e->fields = s->types.type[e->type].fields;
	e->bts = is_branch_trace(&ev->attr);
	e->addr_has_symbol = is_page_fault(&ev->attr) || e->bts;
	e->who = make_task_columns(s, e);
	e->want = always;
	make_list(s, e);
	if (!s->use_chain)
		e->want &= ~PDATA_SAMPLE_CALLCHAIN;
	else if (s->unwind && e->fields & SCRIPT_F(ip))
		e->want |= PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;
	e->want &= ev->attr.sample_type;
	if (s->tp && ev->attr.type == PDATA_TYPE_TRACEPOINT)
		e->tp = tp_event(s->tp, ev->attr.config);
}

static void make_title(struct script_event *e, size_t width)
{
	size_t len = strlen(e->name), pad = width - len;

	e->title_len = width + 2;
	e->title = rep_alloc(e->title_len + SCRIPT_PUT_STEP, 1);
	memset(e->title, ' ', pad);
	memcpy(e->title + pad, e->name, len);
	memcpy(e->title + width, ": ", 2);
}

/*
 * A sample of a group is printed once for each of its events, so it is decoded with the fields of
 * all.
 */
static void want_of_groups(struct script *s)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < s->nr_events; i++)
		all |= s->events[i].want;
	for (uint32_t i = 0; i < s->nr_events; i++)
		s->events[i].want |= all & s->events[i].ev->attr.sample_type;
}

void script_events_new(struct script *s)
{
	size_t width = 0;
	bool named;

	script_chain_init(s);
	s->nr_events = pdata_reader_nr_events(s->ses.reader);
	named = needs_event_names(s);
	s->events = rep_alloc(s->nr_events + 1, sizeof(*s->events));
	for (uint32_t i = 0; i < s->nr_events; i++) {
		make_event(s, &s->events[i], pdata_reader_event(s->ses.reader, i), named);
		if (strlen(s->events[i].name) > width)
			width = strlen(s->events[i].name);
	}
	for (uint32_t i = 0; i < s->nr_events; i++)
		make_title(&s->events[i], width);
	if (s->group)
		want_of_groups(s);
}

void script_events_free(struct script *s)
{
	for (uint32_t i = 0; i < s->nr_events; i++)
		free(s->events[i].title);
	free(s->events);
	script_chain_free(s);
}
