/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The option parser of pdata's commands: perf's long and short forms, abbreviations, --no-NAME,
 * suggestions and --help from a table of options.
 */
#include "cli/numbers.h"
#include "cli/suggest.h"
#include "cli/words.h"
#include "console/command.h"
#include "console/pager.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of one rep_opts_parse(). */
struct parse {
	const struct rep_cmd *cmd;
	const struct rep_opt *opts;
	char *vals;
	int argc;
	char **argv;
	int at; /* index of the current word */
};

/* How an option was written, for messages. */
struct spelling {
	const char *dashes;
	const char *text;
	size_t len;
	bool unset;
};

#define BAD (-1 - REP_FAIL)
#define DONE (-1 - REP_OK)

static bool is_end(const struct rep_opt *o)
{
	return !o->name && !o->letter;
}

static bool arg_optional(const struct rep_opt *o)
{
	return !o->arg || o->arg[0] == '[';
}

static bool arg_attached_only(const struct rep_opt *o)
{
	return !o->arg || !strncmp(o->arg, "[=", 2);
}

static int bad_opt(const struct parse *p, const struct spelling *sp, const char *why)
{
	rep_err("%s: option %s%.*s %s; 'pdata %s --help' lists the options", p->cmd->name,
		sp->dashes, (int)sp->len, sp->text, why, p->cmd->name);
	return BAD;
}

/* Print an error with the kind of argument that the option takes, as in --help. */
static int bad_arg(const struct parse *p, const struct rep_opt *o, const struct spelling *sp,
		   const char *arg)
{
	const char *form = o->arg ? o->arg + strspn(o->arg, "[=") : "";
	size_t len = strlen(form) - (o->arg && o->arg[0] == '[' && strchr(form, ']'));
	char why[256];

	if (o->kind == REP_LIST)
		snprintf(why, sizeof(why), "is given more than %u times", REP_LIST_MAX);
	else if (!arg)
		snprintf(why, sizeof(why), "needs %.*s", (int)len, form);
	else
		snprintf(why, sizeof(why), "does not accept '%s': expected %.*s", arg, (int)len,
			 form);
	return bad_opt(p, sp, why);
}

static int set_double(double *out, const char *s)
{
	char *end;

	errno = 0;
	*out = strtod(s, &end);
	return errno || end == s || *end ? -1 : 0;
}

/* Add a word to the list; NULL empties the list. */
static int add_word(struct rep_list *l, const char *word)
{
	if (!word)
		l->nr = 0;
	else if (l->nr == REP_LIST_MAX)
		return -1;
	else
		l->word[l->nr++] = word;
	return 0;
}

/* Store @arg, which is NULL if the option is unset or has no argument. */
static int store(struct parse *p, const struct rep_opt *o, const struct spelling *sp,
		 const char *arg)
{
	void *to = p->vals + o->off;
	int bad = 0;

	switch (o->kind) {
	case REP_FLAG:
		*(bool *)to = !sp->unset;
		break;
	case REP_STR:
		*(const char **)to = sp->unset ? NULL : arg ? arg : "";
		break;
	case REP_U64:
		*(uint64_t *)to = 0;
		bad = arg ? cli_parse_number(arg, to) : 0;
		break;
	case REP_DBL:
		*(double *)to = 0;
		bad = arg ? set_double(to, arg) : 0;
		break;
	case REP_LIST:
		bad = add_word(to, sp->unset ? NULL : arg ? arg : "");
		break;
	case REP_ABSENT: /* see store_option_argument() */
		break;
	case REP_CALL:
		bad = o->set(p->vals, arg, sp->unset);
		break;
	}
	return bad ? bad_arg(p, o, sp, arg) : 0;
}

/* Take the argument of @o from @attached (which may be NULL) or the next word, and store it. */
static int store_option_argument(struct parse *p, const struct rep_opt *o,
				 const struct spelling *sp, const char *attached)
{
	const char *next = p->at + 1 < p->argc ? p->argv[p->at + 1] : NULL;

	if (o->kind == REP_ABSENT) {
		rep_err("%s: perf's option %s%.*s is not supported: %s", p->cmd->name, sp->dashes,
			(int)sp->len, sp->text, o->help);
		return BAD;
	}
	if (!o->arg || sp->unset) {
		if (attached)
			return bad_opt(p, sp, "takes no argument");
		return store(p, o, sp, NULL);
	}
	if (attached || arg_attached_only(o))
		return store(p, o, sp, attached);
	if (!next || (arg_optional(o) && next[0] == '-')) {
		if (!arg_optional(o))
			return bad_opt(p, sp, "needs an argument");
		return store(p, o, sp, NULL);
	}
	p->at++;
	return store(p, o, sp, next);
}

/*
 * Find an option in perf's forms: NAME, no-NAME, and NAME for an option called no-NAME. With
 * @all false, look only at options that perf has.
 */
static struct cli_match find_form(const struct parse *p, const char *text, size_t len, bool all)
{
	struct cli_match m = { 0 };

	for (const struct rep_opt *o = p->opts; !is_end(o); o++) {
		if (!o->name || (!all && cli_word_listed(p->cmd->added, o->name)))
			continue;
		cli_match_try(&m, o, false, o->name, text, len);
		if (!strncmp(o->name, "no-", 3)) {
			cli_match_try(&m, o, true, o->name + 3, text, len);
			continue;
		}
		if (len >= 3 && !strncmp(text, "no-", 3))
			cli_match_try(&m, o, true, o->name, text + 3, len - 3);
	}
	return m;
}

/* An abbreviation that perf understands has perf's meaning. */
static struct cli_match find_long(const struct parse *p, const char *text, size_t len)
{
	const struct cli_match m = find_form(p, text, len, true);
	struct cli_match in_perf;

	if (m.nr < 2)
		return m;
	in_perf = find_form(p, text, len, false);
	return in_perf.nr == 1 ? in_perf : m;
}

/* Print the options that an abbreviation may stand for. */
static int ambiguous(const struct parse *p, const struct spelling *sp)
{
	const bool unset = sp->len >= 3 && !strncmp(sp->text, "no-", 3);
	char why[256] = "could mean";

	for (const struct rep_opt *o = p->opts; !is_end(o); o++) {
		const char *no = "", *name = o->name ? o->name : "";
		size_t used = strlen(why);

		if (unset && strncmp(name, sp->text, sp->len) &&
		    !strncmp(name, sp->text + 3, sp->len - 3))
			no = "no-";
		else if (!o->name || strncmp(name, sp->text, sp->len))
			continue;
		snprintf(why + used, sizeof(why) - used, " --%s%s", no, name);
	}
	return bad_opt(p, sp, why);
}

static int no_such_name(const struct parse *p, const struct spelling *sp)
{
	const bool unset = sp->len > 3 && !strncmp(sp->text, "no-", 3);
	const size_t no = unset ? 3 : 0;
	struct suggestion near = suggest_begin(sp->text, sp->len);
	struct suggestion other = suggest_begin(sp->text + no, sp->len - no);

	for (const struct rep_opt *o = p->opts; !is_end(o); o++) {
		if (o->kind == REP_ABSENT)
			continue;
		suggest_try(&near, o->name);
		suggest_try(&other, unset ? o->name : NULL);
	}
	rep_err("%s: option --%.*s does not exist%s 'pdata %s --help' lists the options",
		p->cmd->name, (int)sp->len, sp->text,
		other.name && !near.name ? suggest_text(&other, "--no-")
					 : suggest_text(&near, "--"),
		p->cmd->name);
	return BAD;
}

static int parse_long_option(struct parse *p, const char *text)
{
	const char *eq = strchr(text, '=');
	struct spelling sp = { "--", text, eq ? (size_t)(eq - text) : strlen(text), false };
	struct cli_match m = find_long(p, text, sp.len);

	if (!m.nr)
		return no_such_name(p, &sp);
	if (m.nr > 1)
		return ambiguous(p, &sp);
	sp.unset = m.unset;
	return store_option_argument(p, m.option, &sp, eq ? eq + 1 : NULL);
}

/*
 * Parse letters. Flags may be joined; the text after a letter that takes an argument is the
 * argument.
 */
static int parse_letters(struct parse *p, const char *s)
{
	for (; *s; s++) {
		const struct rep_opt *o = p->opts;
		struct spelling sp = { "-", s, 1, false };
		int rc;

		while (!is_end(o) && o->letter != *s)
			o++;
		if (is_end(o))
			return bad_opt(p, &sp, "does not exist");
		if (o->arg)
			return store_option_argument(p, o, &sp, s[1] ? s + 1 : NULL);
		rc = store_option_argument(p, o, &sp, NULL);
		if (rc)
			return rc;
	}
	return 0;
}

static void print_opt(const struct rep_opt *o)
{
	char left[64], letter[8] = "    ";

	if (o->letter)
		snprintf(letter, sizeof(letter), "-%c%s", o->letter, o->name ? ", " : "");
	snprintf(left, sizeof(left), "%s%s%s%s%s", letter, o->name ? "--" : "",
		 o->name ? o->name : "", o->arg && strncmp(o->arg, "[=", 2) ? " " : "",
		 o->arg ? o->arg : "");
	if (strlen(left) > 27)
		printf("  %s\n  %-27s %s\n", left, "", o->help);
	else
		printf("  %-27s %s\n", left, o->help);
}

static int print_command_help(const struct parse *p)
{
	if (p->cmd->pager)
		pager_start();
	printf("usage: pdata %s [OPTION]...%s%s\n%s\n\n", p->cmd->name, p->cmd->usage[0] ? " " : "",
	       p->cmd->usage, p->cmd->help);
	for (const struct rep_opt *o = p->opts; !is_end(o); o++)
		if (o->kind != REP_ABSENT)
			print_opt(o);
	printf("  %-27s %s\n", "-h, --help", "print this help");
	return DONE;
}

static bool is_help(const struct parse *p, const char *word)
{
	if (!strcmp(word, "--help"))
		return true;
	if (strcmp(word, "-h"))
		return false;
	for (const struct rep_opt *o = p->opts; !is_end(o); o++)
		if (o->letter == 'h')
			return false;
	return true;
}

/* Move an operand after the options: as in perf, operands may stand between options. */
static void move_operand(struct parse *p, int from, int to)
{
	char *word = p->argv[from];

	memmove(p->argv + to + 1, p->argv + to, (size_t)(from - to) * sizeof(*p->argv));
	p->argv[to] = word;
}

int rep_opts_parse(const struct rep_cmd *cmd, const struct rep_opt *opts, void *vals, int argc,
		   char **argv)
{
	struct parse p = { cmd, opts, vals, argc, argv, 1 };
	int first = 1; /* words before this index are options and their arguments */

	for (; p.at < argc; p.at++) {
		const char *word = argv[p.at];
		int start = p.at, rc;

		if (word[0] != '-' || !word[1])
			continue;
		if (is_help(&p, word))
			return print_command_help(&p);
		if (!strcmp(word, "--")) {
			move_operand(&p, p.at, first++);
			break;
		}
		rc = word[1] == '-' ? parse_long_option(&p, word + 2) : parse_letters(&p, word + 1);
		if (rc)
			return rc;
		for (int i = start; i <= p.at; i++)
			move_operand(&p, i, first++);
	}
	return first;
}
