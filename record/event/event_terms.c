/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the terms of an event such as cpu/event=0x3c,period=1000/ into attr fields and per-event
 * settings, and the words of --branch-filter.
 */
#include "base/rec_event.h"
#include "base/util.h"
#include "cli/numbers.h"
#include "common/word.h"
#include "event/event_parser.h"
#include "event/sample_opts.h"
#include "kernel/event_symbols.h"
#include "kernel/pmu.h"

#include <string.h>

int rec_parse_callgraph(const char *s, struct rec_callchain *c)
{
	static const char *const words[] = { "no", "fp", "dwarf", "lbr" };
	size_t len = strcspn(s, ","), i = 0;
	uint64_t size = 8192;

	while (i < REC_NR(words) && !pd_word_is(s, len, words[i]))
		i++;
	if (i == REC_NR(words))
		return -1;
	if (s[len]) {
		/* The kernel accepts stack sizes that are multiples of 8 below 64 KiB. */
		if (i != REC_CG_DWARF || cli_parse_u64(s + len + 1, 0, &size) || !size ||
		    size > 65528)
			return -1;
		size = (size + 7) & ~UINT64_C(7);
	}
	c->mode = (enum rec_callgraph)i;
	c->stack_size = (uint32_t)size;
	return 0;
}

struct term {
	const char *name;
	const char *value; /* NULL if no '=' follows the name */
};

static const char *const branch_words[] = {
	[0] = "u",	    [1] = "k",		[2] = "hv",	   [3] = "any",	  [4] = "any_call",
	[5] = "any_ret",    [6] = "ind_call",	[7] = "abort_tx",  [8] = "in_tx", [9] = "no_tx",
	[10] = "cond",	    [11] = "stack",	[12] = "ind_jmp",  [13] = "call", [14] = "no_flags",
	[15] = "no_cycles", [16] = "save_type", [17] = "hw_index", [18] = "priv", [19] = "counter",
};

int rec_parse_branch(const char *s, uint64_t *mask)
{
	const uint64_t privileges = PDATA_BRANCH_USER | PDATA_BRANCH_KERNEL | PDATA_BRANCH_HV;

	*mask = 0;
	while (*s) {
		size_t len = strcspn(s, ","), i = 0;

		while (i < REC_NR(branch_words) && !pd_word_is(s, len, branch_words[i]))
			i++;
		if (i == REC_NR(branch_words))
			return -1;
		*mask |= UINT64_C(1) << i;
		s += len + (s[len] == ',');
	}
	if (!(*mask & ~privileges))
		*mask |= PDATA_BRANCH_ANY; /* only privilege levels were given, no branch types */
	return 0;
}

static int term_number(const struct rec_parse *p, const struct term *t, uint64_t limit,
		       uint64_t *out)
{
	if (!t->value || cli_parse_u64(t->value, 0, out) || *out > limit)
		return rec_error("-e '%s': %s needs a number up to %llu", p->text, t->name,
				 (unsigned long long)limit);
	return 0;
}

/* Parse the value of a boolean term: without a value or with 1 it is @yes, with 0 the opposite. */
static int term_switch(const struct rec_parse *p, const struct term *t, bool yes, bool *out)
{
	uint64_t v = 1;

	if (t->value && term_number(p, t, 1, &v))
		return -1;
	*out = v ? yes : !yes;
	return 0;
}

/* Note that the event has the term @bit: the last one of period and freq counts, as in perf. */
static void set_period_term(struct rec_event *e, uint32_t bit)
{
	e->terms.set = (e->terms.set & ~(uint32_t)(REC_TERM_PERIOD | REC_TERM_FREQ)) | bit;
}

static int term_period(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	set_period_term(e, REC_TERM_PERIOD);
	return term_number(p, t, INT64_MAX, &e->terms.period);
}

static int term_freq(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	set_period_term(e, REC_TERM_FREQ);
	if (t->value && !strcmp(t->value, "max")) {
		e->terms.freq = (uint64_t)rec_read_number("/proc/sys/kernel/"
							  "perf_event_max_sample_rate",
							  4000);
		return 0;
	}
	return term_number(p, t, UINT32_MAX, &e->terms.freq);
}

static int term_time(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	e->terms.set |= REC_TERM_TIME;
	return term_switch(p, t, true, &e->terms.time);
}

static int term_callgraph(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	struct rec_callchain c = { 0 };

	if (!t->value || rec_parse_callgraph(t->value, &c))
		return rec_error("-e '%s': call-graph must be fp, dwarf, lbr or no", p->text);
	e->terms.set |= REC_TERM_CALLGRAPH;
	e->terms.callgraph = t->value;
	return 0;
}

/* Note that the user gave a term, unless its value is 0: as in perf, such a term has no effect. */
static void set_term_unless_0(struct rec_event *e, enum rec_term_bit bit, uint64_t v)
{
	e->terms.set = v ? e->terms.set | bit : e->terms.set & ~(uint32_t)bit;
}

static int term_stack(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	uint64_t v = 0;

	if (term_number(p, t, 65528, &v))
		return -1;
	set_term_unless_0(e, REC_TERM_STACK_SIZE, v);
	e->terms.stack_size = (uint32_t)(v + 7) & ~7u;
	return 0;
}

static int term_max_stack(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	uint64_t v = 0;

	if (term_number(p, t, UINT16_MAX, &v))
		return -1;
	set_term_unless_0(e, REC_TERM_MAX_STACK, v);
	e->terms.max_stack = (uint16_t)v;
	return 0;
}

static int term_inherit(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	e->terms.set |= REC_TERM_INHERIT;
	return term_switch(p, t, strcmp(t->name, "no-inherit") != 0, &e->terms.inherit);
}

static int term_aux_output(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	e->terms.set |= REC_TERM_AUX_OUTPUT;
	return term_switch(p, t, true, &e->terms.aux_output);
}

static int term_aux_sample(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	uint64_t v = 0;

	if (term_number(p, t, 65528, &v))
		return -1;
	e->terms.set |= REC_TERM_AUX_SAMPLE;
	e->terms.aux_sample = (uint32_t)v;
	return 0;
}

static int term_overwrite(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	e->terms.set |= REC_TERM_OVERWRITE;
	return term_switch(p, t, strcmp(t->name, "no-overwrite") != 0, &e->terms.overwrite);
}

static int term_branch(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	e->terms.set |= REC_TERM_BRANCH;
	if (!t->value || (strcmp(t->value, "no") && rec_parse_branch(t->value, &e->terms.branch)))
		return rec_error("-e '%s': %s needs branch filters such as any, any_call or u, not "
				 "'%s'",
				 p->text, t->name, t->value ? t->value : "");
	return 0;
}

static int term_name(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	if (!t->value || !*t->value)
		return rec_error("-e '%s': the term 'name' needs a value: name=NAME", p->text);
	e->name = t->value;
	e->named = true;
	return 0;
}

static int term_config(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	uint64_t v = 0;

	if (term_number(p, t, UINT64_MAX, &v))
		return -1;
	switch (t->name[6]) {
	case '\0':
		e->attr.config = v;
		break;
	case '1':
		e->attr.bp_addr = v;
		break;
	case '2':
		e->attr.bp_len = v;
		break;
	default:
		e->attr.config3 = v;
		e->attr.size = PDATA_ATTR_SIZE_VER8;
	}
	return 0;
}

/* Accept terms that perf accepts but that change nothing in a recording. */
static int term_nothing(struct rec_parse *p, struct rec_event *e, const struct term *t)
{
	(void)p;
	(void)e;
	(void)t;
	return 0;
}

static const struct {
	const char *name;
	int (*set)(struct rec_parse *p, struct rec_event *e, const struct term *t);
} terms[] = {
	{ "period", term_period },
	{ "freq", term_freq },
	{ "time", term_time },
	{ "call-graph", term_callgraph },
	{ "stack-size", term_stack },
	{ "max-stack", term_max_stack },
	{ "inherit", term_inherit },
	{ "no-inherit", term_inherit },
	{ "overwrite", term_overwrite },
	{ "no-overwrite", term_overwrite },
	{ "aux-output", term_aux_output },
	{ "aux-sample-size", term_aux_sample },
	{ "branch_type", term_branch },
	{ "name", term_name },
	{ "config", term_config },
	{ "config1", term_config },
	{ "config2", term_config },
	{ "config3", term_config },
	{ "percore", term_nothing },
	{ "metric-id", term_nothing },
};

static int apply_term(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu,
		      const struct term *t);

/* The event file of a PMU contains terms: "event=0x3c,umask=0x1". */
int rec_parse_pmu_event(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu,
			const char *text)
{
	while (*text) {
		size_t len = strcspn(text, ",");
		char *word = rec_strndup(p->l->arena, text, len), *eq = strchr(word, '=');
		struct term t = { word, eq ? eq + 1 : NULL };

		if (eq)
			*eq = '\0';
		/* Skip the placeholder "?": the user gives that term after the event's name. */
		if ((!t.value || strcmp(t.value, "?")) && apply_term(p, e, pmu, &t))
			return -1;
		text += len + (text[len] == ',');
	}
	return 0;
}

/* Parse a raw event number of the PMU in hexadecimal, "r1a8". Return: false if the term is none. */
static bool raw_number(struct rec_arena *a, const struct term *t, uint64_t *config)
{
	const char *digits = t->name + 1;

	return !t->value && t->name[0] == 'r' && *digits &&
	       strspn(digits, "0123456789abcdefABCDEF") == strlen(digits) &&
	       !cli_parse_u64(rec_strdup(a, digits), 16, config);
}

/*
 * Set type and config for "cpu_core/cycles/": a generic hardware or cache event on the cores of one
 * kind. Return: false if the term is not the name of such an event, or @pmu is no core PMU.
 */
static bool core_event(const struct rec_pmu *pmu, const struct term *t, struct pdata_attr *at)
{
	const struct rec_symbol *s = rec_symbol_find(t->name, strlen(t->name));
	bool cache = !s && !rec_cache_find(t->name, strlen(t->name), &at->config);

	if (t->value || !pmu->core || (!cache && (!s || s->type != PDATA_TYPE_HARDWARE)))
		return false;
	at->type = cache ? PDATA_TYPE_HW_CACHE : PDATA_TYPE_HARDWARE;
	at->config = (cache ? at->config : s->config) | (uint64_t)pmu->type << 32;
	return true;
}

static int apply_term(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu,
		      const struct term *t)
{
	for (size_t i = 0; i < REC_NR(terms); i++)
		if (!strcmp(terms[i].name, t->name))
			return terms[i].set(p, e, t);
	if (pmu) {
		uint64_t v = 1;
		bool number = !t->value || !cli_parse_u64(t->value, 0, &v);
		int err = number ? rec_pmu_term(p->l->arena, pmu, t->name, v, &e->attr) : 1;

		if (err <= 0)
			return err;
		const char *text = t->value ? NULL : rec_pmu_event(p->l->arena, pmu, t->name);

		if (text)
			return rec_parse_pmu_event(p, e, pmu, text);
		if (raw_number(p->l->arena, t, &e->attr.config) || core_event(pmu, t, &e->attr))
			return 0;
		return rec_error("-e '%s': the PMU %s has no term '%s'; ls %s/format lists the "
				 "terms",
				 p->text, pmu->name, t->name, pmu->dir);
	}
	return rec_error("-e '%s': unknown term '%s'", p->text, t->name);
}

/* Copy @len bytes at @s without blanks at both ends. */
static char *copy_trimmed(struct rec_arena *a, const char *s, size_t len)
{
	size_t skip = strspn(s, " \t");

	if (skip > len)
		skip = len;
	while (len > skip && (s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	return rec_strndup(a, s + skip, len - skip);
}

int rec_parse_terms(struct rec_parse *p, struct rec_event *e, const struct rec_pmu *pmu)
{
	for (;;) {
		size_t len = strcspn(p->at, ",/=");

		if (!p->at[len])
			return rec_error("-e '%s': the closing '/' is missing", p->text);
		struct term t = { copy_trimmed(p->l->arena, p->at, len), NULL };

		p->at += len;
		if (*p->at == '=') {
			p->at++;
			p->at += strspn(p->at, " \t");
			/* name='with, special/ characters' */
			size_t quote = *p->at == '\'' ? 1 : 0;
			size_t n = strcspn(p->at + quote, quote ? "'" : ",/");

			if (!p->at[n + quote])
				return rec_error("-e '%s': the closing '%c' is missing", p->text,
						 quote ? '\'' : '/');
			t.value = quote ? rec_strndup(p->l->arena, p->at + quote, n)
					: copy_trimmed(p->l->arena, p->at, n);
			p->at += n + 2 * quote;
			p->at += strspn(p->at, " \t");
		}
		if ((*t.name || t.value) && apply_term(p, e, pmu, &t))
			return -1;
		if (*p->at == '/')
			break;
		if (*p->at != ',')
			return rec_error("-e '%s': a ',' or '/' is missing at '%s'", p->text,
					 *p->at ? p->at : "the end");
		p->at++;
	}
	p->at++;
	return 0;
}
