/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses and evaluates expressions of --filter such as `period > 1000 && comm == "work"`.
 * Evaluation has two steps: a sample's numbers when it is read, names after they are resolved.
 */
#include "profile/filter/filter_expr.h"

#include "base/array.h"
#include "base/memory.h"
#include "cli/suggest.h"
#include "session/sample_numbers.h"

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES_MAX 128u /* at most half of the nodes are comparisons: a bit each in 64 bits */
#define DEPTH_MAX 64u

enum op { OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_MATCH, OP_NO_MATCH, OP_AND, OP_OR, OP_NOT };

/* How the value of a field is found; F_NUMBER: it is a number of the sample. */
enum field_id { F_NUMBER, F_PERIOD, F_TIME, F_EVENT, F_COMM, F_SYM, F_DSO };

struct field {
	const char *name;
	enum field_id id;
	uint64_t need; /* sample_type must have any of these bits; 0: none needed */
	enum sample_number number;
	enum { NUMBER, SIGNED, SECONDS, TEXT } kind;
};

#define OF_SAMPLE(n) #n, F_NUMBER, SAMPLE_BITS_##n, SAMPLE_NUMBER_##n

static const struct field fields[] = {
	{ "period", F_PERIOD, 0, 0, NUMBER },
	{ "time", F_TIME, SAMPLE_BITS_time, SAMPLE_NUMBER_time, SECONDS },
	{ OF_SAMPLE(cpu), SIGNED },
	{ OF_SAMPLE(pid), SIGNED },
	{ OF_SAMPLE(tid), SIGNED },
	{ OF_SAMPLE(ip), NUMBER },
	{ OF_SAMPLE(addr), NUMBER },
	{ OF_SAMPLE(phys_addr), NUMBER },
	{ OF_SAMPLE(weight), NUMBER },
	{ OF_SAMPLE(transaction), NUMBER },
	{ OF_SAMPLE(cgroup), NUMBER },
	{ OF_SAMPLE(data_page_size), NUMBER },
	{ OF_SAMPLE(code_page_size), NUMBER },
	{ "event", F_EVENT, 0, 0, TEXT },
	{ "comm", F_COMM, 0, 0, TEXT },
	{ "sym", F_SYM, 0, 0, TEXT },
	{ "symbol", F_SYM, 0, 0, TEXT },
	{ "dso", F_DSO, 0, 0, TEXT },
};

/* A node of the expression. Nodes have higher indices than their operands. */
struct node {
	enum op op;
	uint32_t left, right; /* operands of OP_AND and OP_OR; OP_NOT has only left */
	const struct field *field;
	uint64_t number;
	char *text;
	regex_t re;
	bool has_re;
};

struct filter_expr {
	struct node nodes[NODES_MAX];
	uint32_t nr;
};

struct parse {
	struct filter_expr *e;
	const char *p;
	uint32_t depth;
	char *why;
	size_t size;
	bool bad;
};

/* ---- words ------------------------------------------------------------------------------- */

static void filter_error(struct parse *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void filter_error(struct parse *p, const char *fmt, ...)
{
	va_list ap;

	if (p->bad)
		return;
	p->bad = true;
	va_start(ap, fmt);
	vsnprintf(p->why, p->size, fmt, ap);
	va_end(ap);
}

static void filter_no_memory(struct parse *p)
{
	p->bad = true;
	*p->why = '\0';
}

static void skip_blanks(struct parse *p)
{
	p->p += strspn(p->p, " \t\n");
}

static bool accept_token(struct parse *p, const char *what)
{
	skip_blanks(p);
	if (strncmp(p->p, what, strlen(what)))
		return false;
	p->p += strlen(what);
	return true;
}

/* Return how many bytes of the rest of the text a message shows. */
static int shown(const struct parse *p)
{
	const size_t n = strlen(p->p);

	return n < 20 ? (int)n : 20;
}

static uint32_t filter_node_new(struct parse *p, enum op op)
{
	if (p->e->nr == NODES_MAX) {
		filter_error(p,
			     "the expression has more than %u comparisons, &&, || and ! together",
			     NODES_MAX);
		return 0;
	}
	p->e->nodes[p->e->nr] = (struct node){ .op = op };
	return p->e->nr++;
}

/* ---- comparisons ------------------------------------------------------------------------- */

static void no_field(struct parse *p, size_t n)
{
	struct suggestion near = suggest_begin(p->p, n);

	for (size_t i = 0; i < REP_NR(fields); i++)
		suggest_try(&near, fields[i].name);
	filter_error(p, "there is no field '%.*s'%s pdata-report(1) lists the fields",
		     n < 40 ? (int)n : 40, p->p, suggest_text(&near, ""));
}

static bool take_field(struct parse *p, const struct field **field)
{
	size_t n;

	skip_blanks(p);
	n = strspn(p->p, "abcdefghijklmnopqrstuvwxyz_");
	for (size_t i = 0; i < REP_NR(fields); i++) {
		if (strlen(fields[i].name) != n || strncmp(p->p, fields[i].name, n))
			continue;
		*field = &fields[i];
		p->p += n;
		return true;
	}
	if (n)
		no_field(p, n);
	else
		filter_error(p, "expected a field at '%.*s'", shown(p), p->p);
	return false;
}

static bool take_op(struct parse *p, enum op *op)
{
	static const struct {
		const char *text;
		enum op op;
	} ops[] = { { "==", OP_EQ }, { "!=", OP_NE }, { "=~", OP_MATCH }, { "!~", OP_NO_MATCH },
		    { "<=", OP_LE }, { ">=", OP_GE }, { "<", OP_LT },	  { ">", OP_GT } };

	for (size_t i = 0; i < REP_NR(ops); i++) {
		if (!accept_token(p, ops[i].text))
			continue;
		*op = ops[i].op;
		return true;
	}
	filter_error(p, "expected ==, !=, <, <=, >, >=, =~ or !~ at '%.*s'", shown(p), p->p);
	return false;
}

/*
 * Take a word, or a text in single or double quotes, in which a backslash escapes the next
 * character.
 */
static char *take_text(struct parse *p)
{
	char *text = mem_alloc(strlen(p->p) + 1, 1), quote;
	size_t n = 0;

	if (!text) {
		filter_no_memory(p);
		return NULL;
	}
	skip_blanks(p);
	quote = *p->p == '"' || *p->p == '\'' ? *p->p++ : 0;
	while (*p->p && (quote ? *p->p != quote : !strchr(" \t\n()&|!<>=\"'", *p->p))) {
		if (quote && *p->p == '\\' && (p->p[1] == quote || p->p[1] == '\\'))
			p->p++;
		text[n++] = *p->p++;
	}
	if (quote && *p->p++ != quote) {
		p->p--;
		filter_error(p, "a quote is not closed");
	} else if (!quote && !n) {
		filter_error(p, "expected a value at '%.*s'", shown(p), p->p);
	}
	return text;
}

/* Parse SECONDS[.FRACTION] as nanoseconds. Returns false if it is invalid or too large. */
static bool seconds_of(const char *text, uint64_t *ns)
{
	uint64_t unit = 1000000000;
	char *end;

	errno = 0;
	if (!isdigit((unsigned char)*text))
		return false;
	*ns = strtoull(text, &end, 10);
	if (errno || __builtin_mul_overflow(*ns, unit, ns))
		return false;
	if (*end == '.')
		for (end++; isdigit((unsigned char)*end); end++)
			if (__builtin_add_overflow(*ns, (uint64_t)(*end - '0') * (unit /= 10), ns))
				return false;
	return !*end;
}

static bool parse_field_number(const struct field *f, const char *text, uint64_t *v)
{
	char *end;

	if (f->kind == SECONDS)
		return seconds_of(text, v);
	if (!isdigit((unsigned char)*text) &&
	    !(f->kind == SIGNED && *text == '-' && isdigit((unsigned char)text[1])))
		return false;
	errno = 0;
	*v = *text == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
	return !errno && !*end && (f->kind != SIGNED || *text == '-' || *v <= INT64_MAX);
}

static void set_value(struct parse *p, struct node *n)
{
	const struct field *f = n->field;
	char msg[128];
	int rc;

	if (p->bad)
		return;
	if (f->kind != TEXT && (n->op == OP_MATCH || n->op == OP_NO_MATCH)) {
		filter_error(p, "%s is a number: =~ and !~ compare names only", f->name);
	} else if (f->kind != TEXT && !parse_field_number(f, n->text, &n->number)) {
		filter_error(p, "'%.40s' is not a valid number for the field %s", n->text, f->name);
	} else if (n->op == OP_MATCH || n->op == OP_NO_MATCH) {
		rc = regcomp(&n->re, n->text, REG_EXTENDED | REG_NOSUB);
		n->has_re = !rc;
		if (rc == REG_ESPACE) {
			filter_no_memory(p);
		} else if (rc) {
			regerror(rc, &n->re, msg, sizeof(msg));
			filter_error(p, "'%.40s': %s", n->text, msg);
		}
	} else if (f->kind == TEXT && n->op != OP_EQ && n->op != OP_NE) {
		filter_error(p, "%s is a name: only ==, !=, =~ and !~ compare names", f->name);
	}
}

static uint32_t comparison(struct parse *p)
{
	const struct field *field;
	enum op op;
	uint32_t at;

	if (!take_field(p, &field) || !take_op(p, &op))
		return 0;
	at = filter_node_new(p, op);
	if (p->bad)
		return 0;
	p->e->nodes[at].field = field;
	p->e->nodes[at].text = take_text(p);
	set_value(p, &p->e->nodes[at]);
	return at;
}

/* ---- the whole --------------------------------------------------------------------------- */

static uint32_t parse_or(struct parse *p);

static uint32_t negation(struct parse *p)
{
	uint32_t at, inner;

	if (p->bad || p->depth == DEPTH_MAX) {
		filter_error(p, "parentheses and the operator '!' are nested more than %u deep",
			     DEPTH_MAX - 1);
		return 0;
	}
	p->depth++;
	if (accept_token(p, "!")) {
		inner = negation(p);
		at = filter_node_new(p, OP_NOT);
		p->e->nodes[at].left = inner;
	} else if (accept_token(p, "(")) {
		at = parse_or(p);
		if (!accept_token(p, ")"))
			filter_error(p, "expected ) at '%.*s'", shown(p), p->p);
	} else {
		at = comparison(p);
	}
	p->depth--;
	return at;
}

static uint32_t new_binary_node(struct parse *p, enum op op, uint32_t left, uint32_t right)
{
	const uint32_t at = filter_node_new(p, op);

	if (!p->bad) {
		p->e->nodes[at].left = left;
		p->e->nodes[at].right = right;
	}
	return at;
}

static uint32_t parse_and(struct parse *p)
{
	uint32_t at = negation(p);

	while (!p->bad && accept_token(p, "&&"))
		at = new_binary_node(p, OP_AND, at, negation(p));
	return at;
}

static uint32_t parse_or(struct parse *p)
{
	uint32_t at = parse_and(p);

	while (!p->bad && accept_token(p, "||"))
		at = new_binary_node(p, OP_OR, at, parse_and(p));
	return at;
}

static bool is_comparison(const struct node *n)
{
	return n->op < OP_AND;
}

struct filter_expr *filter_expr_parse(const char *text, char *why, size_t size)
{
	struct filter_expr *e = mem_alloc(1, sizeof(*e));
	struct parse p = { .e = e, .p = text, .why = why, .size = size };
	uint32_t nr = 0;

	if (!e) {
		filter_no_memory(&p);
		return NULL;
	}
	parse_or(&p);
	skip_blanks(&p);
	if (*p.p)
		filter_error(&p, "expected && or || at '%.*s'", shown(&p), p.p);
	for (uint32_t i = 0; i < e->nr; i++)
		nr += is_comparison(&e->nodes[i]);
	if (nr > NODES_MAX / 2)
		filter_error(&p, "the expression has more than %u comparisons", NODES_MAX / 2);
	if (!p.bad)
		return e;
	filter_expr_free(e);
	return NULL;
}

void filter_expr_free(struct filter_expr *e)
{
	if (!e)
		return;
	for (uint32_t i = 0; i < e->nr; i++) {
		free(e->nodes[i].text);
		if (e->nodes[i].has_re)
			regfree(&e->nodes[i].re);
	}
	free(e);
}

uint64_t filter_expr_wants(const struct filter_expr *e)
{
	uint64_t need = 0;

	for (uint32_t i = 0; i < e->nr; i++)
		need |= is_comparison(&e->nodes[i]) ? e->nodes[i].field->need : 0;
	return need;
}

const char *filter_expr_missing(const struct filter_expr *e, uint64_t types)
{
	for (uint32_t i = 0; i < e->nr; i++) {
		const struct field *f = e->nodes[i].field;

		if (is_comparison(&e->nodes[i]) && f->need && !(f->need & types))
			return f->name;
	}
	return NULL;
}

/* ---- samples ----------------------------------------------------------------------------- */

static bool compare_filter_number(const struct node *n, uint64_t v)
{
	const bool less = n->field->kind == SIGNED ? (int64_t)v < (int64_t)n->number
						   : v < n->number;

	switch (n->op) {
	case OP_EQ:
		return v == n->number;
	case OP_NE:
		return v != n->number;
	case OP_LT:
		return less;
	case OP_LE:
		return less || v == n->number;
	case OP_GT:
		return !less && v != n->number;
	case OP_GE:
		return !less;
	case OP_MATCH:
	case OP_NO_MATCH:
	case OP_AND:
	case OP_OR:
	case OP_NOT:
		break;
	}
	return false;
}

uint64_t filter_expr_numbers(const struct filter_expr *e, const struct pdata_sample *s,
			     uint64_t time, uint64_t period)
{
	uint64_t bits = 0;
	uint32_t bit = 0;

	for (uint32_t i = 0; i < e->nr; i++) {
		const struct node *n = &e->nodes[i];
		const struct field *f = n->field;

		if (!is_comparison(n))
			continue;
		if (f->kind != TEXT && (!f->need || f->need & s->have) &&
		    compare_filter_number(n, f->id == F_PERIOD ? period
					     : f->id == F_TIME ? time
							       : sample_number(s, f->number)))
			bits |= 1ull << bit;
		bit++;
	}
	return bits;
}

/* ---- names ------------------------------------------------------------------------------- */

static bool match_filter_text(const struct node *n, const char *text, int *err)
{
	bool matches;

	if (!text)
		text = "";
	if (!n->has_re)
		return !strcmp(text, n->text);
	errno = 0; /* without memory, glibc returns REG_NOMATCH and sets errno */
	matches = !regexec(&n->re, text, 0, NULL, 0);
	if (!matches && errno == ENOMEM)
		*err = -ENOMEM;
	return matches;
}

static bool text_holds(const struct node *n, const struct filter_names *names, int *err)
{
	bool same = false;

	if (n->field->id == F_EVENT)
		same = match_filter_text(n, names->event, err);
	else if (n->field->id == F_COMM)
		same = match_filter_text(n, names->comm, err);
	else if (n->field->id == F_DSO)
		same = match_filter_text(n, names->dso, err) ||
		       match_filter_text(n, names->path, err);
	else
		same = match_filter_text(n, names->sym, err);
	return same == (n->op == OP_EQ || n->op == OP_MATCH);
}

int filter_expr_holds(const struct filter_expr *e, uint64_t numbers,
		      const struct filter_names *names)
{
	bool is[NODES_MAX] = { false };
	uint32_t bit = 0;
	int err = 0;

	for (uint32_t i = 0; i < e->nr; i++) {
		const struct node *n = &e->nodes[i];

		if (n->op == OP_NOT)
			is[i] = !is[n->left];
		else if (n->op == OP_AND)
			is[i] = is[n->left] && is[n->right];
		else if (n->op == OP_OR)
			is[i] = is[n->left] || is[n->right];
		else if (n->field->kind == TEXT)
			is[i] = text_holds(n, names, &err), bit++;
		else
			is[i] = numbers >> bit++ & 1;
	}
	return err ? err : is[e->nr - 1];
}
