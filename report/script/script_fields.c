/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses --fields of `pdata script`, holds the chosen fields for each event type, and checks that
 * the events record them.
 */
#include "script/script_fields.h"

#include "cli/suggest.h"
#include "console/command.h"
#include "script/script_kinds.h"
#include "session/event_names.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* @prefix: the word before the colon of -F, NULL if there is none. @name: the type in messages. */
static const struct type_row {
	const char *prefix, *name;
} type_rows[SCRIPT_NR_TYPES] = {
	[PDATA_TYPE_HARDWARE] = { "hw", "hardware" },
	[PDATA_TYPE_SOFTWARE] = { "sw", "software" },
	[PDATA_TYPE_TRACEPOINT] = { "trace", "tracepoint" },
	[PDATA_TYPE_HW_CACHE] = { NULL, "hardware-cache" },
	[SCRIPT_TYPE_RAW] = { "raw", "raw" },
	[SCRIPT_TYPE_BREAKPOINT] = { "break", "breakpoint" },
	[SCRIPT_TYPE_SYNTH] = { "synth", "synthesized" },
	[SCRIPT_TYPE_OTHER] = { NULL, "other" },
};

/* Fields of perf that pdata does not have, and why. */
static const struct absent_field {
	const char *name, *why;
} absent_fields[] = {
	{ "metric", "pdata does not compute metrics of counters; leave out this field" },
	{ "brcntr", "pdata does not decode branch counters; leave out this field" },
	{ "brstackdisasm", "use brstackinsn, which prints the code between branches as bytes" },
};

/*
 * attr.type that perf gives to events synthesized from AUX data, as inject --itrace writes them.
 */
#define SYNTH_ATTR_TYPE 0x80000000u

bool script_types_want_lines(const struct script_types *t)
{
	uint64_t fields = 0;
	bool lines = false;

	for (unsigned i = 0; i < SCRIPT_NR_TYPES; i++)
		fields |= t->type[i].fields;
	for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++)
		lines |= fields >> f & 1 && script_fields[f].lines;
	return lines;
}

uint32_t script_type_of(uint32_t attr_type)
{
	if (attr_type == SYNTH_ATTR_TYPE)
		return SCRIPT_TYPE_SYNTH;
	return attr_type < SCRIPT_TYPE_SYNTH ? attr_type : SCRIPT_TYPE_OTHER;
}

void script_types_init(struct script_types *t)
{
	memset(t, 0, sizeof(*t));
	for (unsigned i = 0; i < SCRIPT_NR_TYPES; i++)
		for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++)
			t->type[i].fields |= (uint64_t)(script_fields[f].defaults >> i & 1) << f;
}

/* How the fields of one -F are given: NAME, +NAME or -NAME. perf does not allow a mixture. */
enum change { UNKNOWN, SET, ADD, REMOVE };

static int type_by_prefix(const char *prefix)
{
	for (unsigned i = 0; i < SCRIPT_NR_TYPES; i++)
		if (type_rows[i].prefix && !strcmp(type_rows[i].prefix, prefix))
			return (int)i;
	return -1;
}

static int field_by_name(const char *name)
{
	for (unsigned i = 0; i < SCRIPT_NR_FIELDS; i++)
		if (!strcmp(script_fields[i].name, name))
			return (int)i;
	return -1;
}

static void bad_field(const char *name)
{
	struct suggestion near = suggest_begin(name, strlen(name));

	for (size_t i = 0; i < REP_NR(absent_fields); i++) {
		if (!strcmp(absent_fields[i].name, name)) {
			rep_err("perf's field '%s' is not supported: %s", name,
				absent_fields[i].why);
			return;
		}
	}
	for (unsigned i = 0; i < SCRIPT_NR_FIELDS; i++)
		suggest_try(&near, script_fields[i].name);
	rep_err("invalid field '%s'%s -F help lists the fields", name, suggest_text(&near, ""));
}

void script_fields_print(void)
{
	for (unsigned i = 0; i < SCRIPT_NR_FIELDS; i++)
		printf("%-16s%s%s\n", script_fields[i].name, script_fields[i].needs ? "needs " : "",
		       script_fields[i].needs ? script_fields[i].needs_name : "");
	puts("flags");
}

static void change_for_all(struct script_types *t, unsigned f, enum change change)
{
	const uint64_t field = 1ull << f;

	for (unsigned i = 0; i < SCRIPT_NR_TYPES; i++) {
		struct script_type *ty = &t->type[i];

		if (script_fields[f].invalid >> i & 1)
			continue;
		if (change == REMOVE) {
			ty->fields &= ~field;
			ty->user_fields &= ~field;
			ty->unset_fields |= field;
		} else {
			ty->fields |= field;
			ty->user_fields |= field;
			ty->unset_fields &= ~field;
		}
		ty->user_set = ty->wildcard = true;
	}
}

static int change_for_one(struct script_types *t, int type, int field, enum change change)
{
	const uint64_t bit = 1ull << field;
	struct script_type *ty = &t->type[type];

	if (script_fields[field].invalid >> type & 1) {
		rep_err("field '%s' is not valid for %s events", script_fields[field].name,
			type_rows[type].name);
		return -1;
	}
	if (change == REMOVE)
		ty->fields &= ~bit;
	else
		ty->fields |= bit;
	ty->user_set = ty->wildcard = true;
	return 0;
}

static int apply_word(struct script_types *t, int type, const char *word, enum change *change)
{
	enum change this = *word == '+' ? ADD : *word == '-' ? REMOVE : SET;
	int field;

	if (*change != UNKNOWN && (*change == SET) != (this == SET)) {
		rep_err("fields with + or - cannot be mixed with a list of fields");
		return -1;
	}
	*change = this;
	word += this != SET;
	field = field_by_name(word);
	if (field < 0 && !strcmp(word, "flags")) {
		t->flags = this != REMOVE;
		return 0;
	}
	if (field < 0) {
		bad_field(word);
		return -1;
	}
	if (type >= 0)
		return change_for_one(t, type, field, this);
	change_for_all(t, (unsigned)field, this);
	return 0;
}

/* A list without + and - replaces the fields chosen before. */
static void start_list(struct script_types *t, int type)
{
	for (int i = 0; i < SCRIPT_NR_TYPES; i++) {
		if (type >= 0 && i != type)
			continue;
		t->type[i].fields = 0;
		t->type[i].user_set = true;
		t->type[i].wildcard = type < 0;
	}
}

static int parse_list(struct script_types *t, int type, char *list)
{
	enum change change = UNKNOWN;
	char *save = NULL;

	if (!strpbrk(list, "+-"))
		start_list(t, type);
	for (char *word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save))
		if (apply_word(t, type, word, &change))
			return -1;
	return 0;
}

int script_types_parse(struct script_types *t, const char *arg)
{
	char *copy = rep_strdup(arg), *colon = strchr(copy, ':');
	int type = -1, rc = -1;

	if (colon) {
		*colon = '\0';
		type = type_by_prefix(copy);
	}
	if (colon && type < 0)
		rep_err("'%s' is not a type of event: expected hw, sw, trace, raw, break or synth",
			copy);
	else if (!*copy && !colon)
		rep_err("no fields are left for any event");
	else
		rc = parse_list(t, type, colon ? colon + 1 : copy);
	free(copy);
	return rc;
}

/* The state of the checks of script_types_check(). */
struct check {
	struct script_types *t;
	struct rep_session *s;
	bool stat, auxtrace;
};

static bool is_dummy_attr(const struct pdata_attr *a)
{
	return a->type == PDATA_TYPE_SOFTWARE && a->config == PDATA_COUNT_SW_DUMMY;
}

uint64_t script_types_fields(const struct script_types *t, const struct rep_session *s)
{
	uint64_t fields = 0;

	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++) {
		const struct pdata_attr *a = &pdata_reader_event(s->reader, i)->attr;

		if (!is_dummy_attr(a))
			fields |= t->type[script_type_of(a->type)].fields;
	}
	return fields;
}

static int check_field(struct check *c, const struct pdata_event *ev, unsigned field)
{
	const struct script_field *row = &script_fields[field];
	struct script_type *ty = &c->t->type[script_type_of(ev->attr.type)];
	const uint64_t bits = row->goes_with | 1ull << field;

	if (!row->needs || !(ty->fields & 1ull << field) || ev->attr.sample_type & row->needs)
		return 0;
	if (ty->user_fields & bits) {
		if (row->lenient && c->auxtrace)
			return 0;
		rep_err("%s: samples for '%s' event do not have %s attribute set: cannot print "
			"'%s' field",
			c->s->path, rep_event_name(c->s, ev), row->needs_name, row->name);
		return -1;
	}
	ty->fields &= ~bits;
	return 0;
}

static bool has_all_branches(struct rep_session *s)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++)
		if (pdata_reader_event(s->reader, i)->attr.branch_sample_type & PDATA_BRANCH_ANY)
			return true;
	return false;
}

static int check_refusals(struct check *c, const struct pdata_event *ev)
{
	const uint64_t fields = c->t->type[script_type_of(ev->attr.type)].fields;

	for (unsigned i = 0; i < SCRIPT_NR_FIELDS; i++) {
		const struct script_field *f = &script_fields[i];

		if (!(fields >> i & 1) ||
		    !((f->with && !(fields & f->with)) ||
		      (f->with_sample && !(ev->attr.sample_type & f->with_sample)) ||
		      (f->with_branches && !c->auxtrace && !has_all_branches(c->s))))
			continue;
		rep_err("%s: %s: %s", c->s->path, rep_event_name(c->s, ev), f->refusal);
		return -1;
	}
	return 0;
}

static bool has_tracepoint(struct rep_session *s)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++)
		if (pdata_reader_event(s->reader, i)->attr.type == PDATA_TYPE_TRACEPOINT)
			return true;
	return false;
}

static int check_event(struct check *c, const struct pdata_event *ev)
{
	if (is_dummy_attr(&ev->attr) || c->stat)
		return 0;
	if (c->t->type[script_type_of(ev->attr.type)].fields & SCRIPT_F(trace) &&
	    !has_tracepoint(c->s)) {
		rep_err("%s: the field trace needs a tracepoint event, and the recording has none",
			c->s->path);
		return -1;
	}
	for (unsigned f = 0; f < SCRIPT_NR_FIELDS; f++)
		if (check_field(c, ev, f))
			return -1;
	return check_refusals(c, ev);
}

static void set_ip_fields(struct script_types *t, uint32_t attr_type)
{
	struct script_type *ty = &t->type[script_type_of(attr_type)];

	ty->ip_fields = ty->fields & SCRIPT_OF_ADDRESS;
}

static const struct pdata_event *first_of_type(struct rep_session *s, uint32_t type)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++) {
		const struct pdata_event *ev = pdata_reader_event(s->reader, i);

		if (!is_dummy_attr(&ev->attr) && script_type_of(ev->attr.type) == type)
			return ev;
	}
	return NULL;
}

static bool any_has(struct rep_session *s, uint32_t attr_type, uint64_t sample_bits)
{
	for (uint32_t i = 0; i < pdata_reader_nr_events(s->reader); i++) {
		const struct pdata_attr *a = &pdata_reader_event(s->reader, i)->attr;

		if ((attr_type == UINT32_MAX || a->type == attr_type) &&
		    a->sample_type & sample_bits)
			return true;
	}
	return false;
}

static int check_file(struct check *c, bool *use_chain)
{
	struct script_type *tracepoint = &c->t->type[PDATA_TYPE_TRACEPOINT];

	for (uint32_t i = 0; i < SCRIPT_NR_TYPES; i++) {
		const struct pdata_event *ev = first_of_type(c->s, i);

		if (c->t->type[i].fields & SCRIPT_F(dsoff))
			c->t->type[i].fields |= SCRIPT_F(dso);

		if (!ev)
			continue;
		if (c->t->type[i].fields && check_event(c, ev))
			return -1;
		set_ip_fields(c->t, ev->attr.type);
	}
	if (pdata_reader_nr_events(c->s->reader) &&
	    !any_has(c->s, UINT32_MAX, PDATA_SAMPLE_CALLCHAIN))
		*use_chain = false;
	if (*use_chain && !tracepoint->user_set &&
	    any_has(c->s, PDATA_TYPE_TRACEPOINT, PDATA_SAMPLE_CALLCHAIN)) {
		tracepoint->fields |= SCRIPT_F(ip) | SCRIPT_F(sym) | SCRIPT_F(symoff) |
				      SCRIPT_F(dso);
		set_ip_fields(c->t, PDATA_TYPE_TRACEPOINT);
	}
	return 0;
}

static bool seen_before(struct rep_session *s, uint32_t index, uint32_t attr_type)
{
	for (uint32_t i = 0; i < index; i++)
		if (pdata_reader_event(s->reader, i)->attr.type == attr_type)
			return true;
	return false;
}

/* Whether samples with these fields have a call stack. */
static bool has_stack(uint64_t sample_type)
{
	const uint64_t dwarf = PDATA_SAMPLE_REGS_USER | PDATA_SAMPLE_STACK_USER;

	return sample_type & (PDATA_SAMPLE_CALLCHAIN | PDATA_SAMPLE_BRANCH_STACK) ||
	       (sample_type & dwarf) == dwarf;
}

/* In a pipe perf decides when an event is announced, by the events announced so far. */
static int check_pipe(struct check *c, bool use_chain)
{
	uint64_t combined = 0;

	for (uint32_t i = 0; i < pdata_reader_nr_events(c->s->reader); i++) {
		const struct pdata_event *ev = pdata_reader_event(c->s->reader, i);
		struct script_type *ty = &c->t->type[script_type_of(ev->attr.type)];

		combined |= ev->attr.sample_type;
		if (script_type_of(ev->attr.type) == SCRIPT_TYPE_OTHER ||
		    seen_before(c->s, i, ev->attr.type))
			continue;
		if (ev->attr.sample_type && check_event(c, ev))
			return -1;
		if (use_chain && has_stack(combined))
			ty->fields |= (SCRIPT_F(ip) | SCRIPT_F(sym)) & ~ty->unset_fields;
		set_ip_fields(c->t, ev->attr.type);
	}
	return 0;
}

static int check_types_exist(struct check *c, bool pipe)
{
	for (uint32_t i = 0; i < SCRIPT_NR_TYPES; i++) {
		const struct script_type *ty = &c->t->type[i];

		if (!ty->user_set || ty->wildcard || i == SCRIPT_TYPE_SYNTH ||
		    (!pipe && first_of_type(c->s, i)))
			continue;
		rep_err("%s: the recording has no %s events: leave out their fields (-F)",
			c->s->path, type_rows[i].name);
		return -1;
	}
	return 0;
}

int script_types_check(struct script_types *t, struct rep_session *s, bool *use_chain)
{
	const struct pdata_file_info *info = pdata_reader_info(s->reader);
	const bool pipe = info->container == PDATA_CONTAINER_PIPE;
	struct check c = {
		.t = t,
		.s = s,
		.stat = !pipe && info->features[0] & 1ull << PDATA_FEAT_STAT,
		.auxtrace = !pipe && info->features[0] & 1ull << PDATA_FEAT_AUXTRACE,
	};

	if (check_types_exist(&c, pipe))
		return -1;
	return pipe ? check_pipe(&c, *use_chain) : check_file(&c, use_chain);
}
