/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses a command line by a table of options: long and short forms, --no-NAME, optional
 * arguments, and the text of --help.
 */
#include "options/cmdline.h"
#include "base/util.h"

#include "cli/suggest.h"
#include "cli/words.h"

#include <stdio.h>
#include <string.h>

void rec_cmdline_help(const struct rec_option_table *t)
{
	for (size_t i = 0; i < t->nr; i++) {
		const struct rec_option *o = &t->rows[i];
		bool optional = o->kind == ARG_OPTIONAL || o->kind == ARG_WORD;
		char left[80];

		snprintf(left, sizeof(left), "%s%.1s%s%s%s%s%s%s", o->letter ? "-" : "  ",
			 &o->letter,
			 o->letter && o->name ? ", "
			 : o->name	      ? "  "
					      : "",
			 o->name ? "--" : "", o->name ? o->name : "",
			 optional ? "[="
			 : o->arg ? " "
				  : "",
			 o->arg ? o->arg : "", optional ? "]" : "");
		if (strlen(left) > 38)
			printf("  %s\n  %-38s %s\n", left, "", o->help);
		else
			printf("  %-38s %s\n", left, o->help);
	}
}

static void set_switch(struct rec_opts_storage *o, const struct rec_option *opt, bool on)
{
	*((bool *)((char *)o + opt->flag - 1)) = on;
	if (opt->flag_set)
		*((bool *)((char *)o + opt->flag_set - 1)) = true;
}

static int store_argument(struct rec_cmdline *p, const struct rec_option *opt, const char *arg)
{
	if (!opt->text)
		return opt->set(p, arg);
	*((const char **)(void *)((char *)p->o + opt->text - 1)) = arg;
	return 0;
}

static const struct rec_option *by_letter(const struct rec_option_table *t, char c)
{
	for (size_t i = 0; i < t->nr; i++)
		if (t->rows[i].letter == c)
			return &t->rows[i];
	return NULL;
}

static struct cli_match match_option(const struct rec_option_table *t, const char *name, size_t len,
				     bool all)
{
	struct cli_match m = { 0 };

	for (size_t i = 0; i < t->nr; i++)
		if (t->rows[i].name && (all || !cli_word_listed(t->added, t->rows[i].name)))
			cli_match_try(&m, &t->rows[i], false, t->rows[i].name, name, len);
	return m;
}

/* Find an option by its name, or by a beginning of its name that is unambiguous. */
static const struct rec_option *find_option_by_name(const struct rec_option_table *t,
						    const char *name, size_t len, bool *ambiguous)
{
	struct cli_match m = match_option(t, name, len, true);
	const struct cli_match in_perf = m.nr > 1 ? match_option(t, name, len, false) : m;

	if (in_perf.nr == 1)
		m = in_perf;
	*ambiguous = m.nr > 1;
	return m.option;
}

/* Return why pdata refuses an option that perf has; NULL if @name is not such an option. */
static const char *why_refused(const struct rec_option_table *t, const char *name)
{
	for (size_t i = 0; i < t->nr_refused; i++)
		if (!strcmp(t->refused[i].name, name))
			return t->refused[i].why;
	return NULL;
}

static const char *suggest_option(const struct rec_option_table *t, const char *name)
{
	struct suggestion near = { .word = name, .len = strlen(name), .distance = 4 };

	for (size_t i = 0; i < t->nr; i++)
		suggest_try(&near, t->rows[i].name);
	return near.name ? near.name : "";
}

/* Return whether @s is one of the words in @words, which are separated by '|'. */
static bool is_word_of(const char *words, const char *s)
{
	const size_t len = s ? strlen(s) : 0;

	for (const char *w = words; len && w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL)
		if (!strncmp(w, s, len) && (!w[len] || w[len] == '|'))
			return true;
	return false;
}

static int parse_long_record_option(struct rec_cmdline *p, const struct rec_option_table *t,
				    char **argv, int *at)
{
	const char *text = argv[*at] + 2, *eq = strchr(text, '=');
	size_t len = eq ? (size_t)(eq - text) : strlen(text);
	bool ambiguous, off = false;
	const struct rec_option *o = find_option_by_name(t, text, len, &ambiguous);

	if (!o && !strncmp(text, "no-", 3)) {
		o = find_option_by_name(t, text + 3, len - 3, &ambiguous);
		off = true;
		if (o && !o->flag)
			o = NULL;
	}
	if (ambiguous)
		return rec_error("--%s: more than one option begins with this", text);
	if (!o) {
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)(len < 63 ? len : 63), text);
		const char *near = suggest_option(t, name), *why = why_refused(t, name);

		if (why)
			return rec_error("perf's option --%s is not supported: %s", name, why);
		return rec_error("--%s: no such option%s%s; --help lists the options", name,
				 *near ? "; did you mean --" : "", near);
	}
	if (o->flag) {
		if (eq)
			return rec_error("--%s takes no value", o->name);
		set_switch(p->o, o, !off);
		return 0;
	}
	const char *arg = eq ? eq + 1 : NULL;

	if (o->kind == ARG_NONE && arg)
		return rec_error("--%s takes no value", o->name);
	if (o->kind == ARG_NEEDED && !arg && !(arg = argv[++*at]))
		return rec_error("--%s needs a value", o->name);
	if (o->kind == ARG_WORD && !arg && is_word_of(o->arg, argv[*at + 1]))
		arg = argv[++*at];
	return store_argument(p, o, arg);
}

static int parse_short(struct rec_cmdline *p, const struct rec_option_table *t, char **argv,
		       int *at)
{
	const char *s = argv[*at] + 1;

	for (; *s; s++) {
		const struct rec_option *o = by_letter(t, *s);
		int err = 0;

		if (!o)
			return rec_error("-%c: no such option; --help lists them", *s);
		if (o->flag) {
			set_switch(p->o, o, true);
			continue;
		}
		if (o->kind == ARG_NONE) {
			if ((err = o->set(p, NULL)))
				return err;
			continue;
		}
		const char *arg = s[1] ? s + 1 : NULL;

		if (o->kind == ARG_NEEDED && !arg && !(arg = argv[++*at]))
			return rec_error("-%c needs a value", *s);
		return store_argument(p, o, arg);
	}
	return 0;
}

int rec_cmdline_parse(struct rec_cmdline *p, const struct rec_option_table *t, char **argv, int *at)
{
	for (; argv[*at] && argv[*at][0] == '-' && argv[*at][1]; ++*at) {
		if (!strcmp(argv[*at], "--")) {
			++*at;
			break;
		}
		int err = argv[*at][1] == '-' ? parse_long_record_option(p, t, argv, at)
					      : parse_short(p, t, argv, at);

		if (err)
			return err;
	}
	return 0;
}
