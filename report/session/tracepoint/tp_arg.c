/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses the print format of a tracepoint: a C string, and C expressions that use the kernel's
 * macros. perf 6.1 cannot parse the formats that this parser rejects either, and prints the fields
 * of their payloads.
 */

#include "session/tracepoint/tp_format.h"

#include "base/array.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 400u
#define WORDS_MAX 8u /* words of a type, such as "unsigned long" */

struct parser {
	struct tp_format *f;
	const char *at;
	unsigned depth;
	bool bad;
};

/*
 * Parse an operand (parse_item) or an expression (parse_expr) at p->at to @a. Return: false if
 * that is not possible.
 */
static bool parse_item(struct parser *p, struct tp_arg *a);
static bool parse_expr(struct parser *p, struct tp_arg *a);

static void skip_space(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static bool accept(struct parser *p, const char *token)
{
	size_t n = strlen(token);

	skip_space(p);
	if (strncmp(p->at, token, n))
		return false;
	p->at += n;
	return true;
}

/* Return: NULL when memory is exhausted; parse_item() and parse_expr() return false for NULL. */
static struct tp_arg *new_arg(struct parser *p, enum tp_arg_kind kind)
{
	struct tp_arg *a = tp_alloc(&p->f->pool, sizeof(*a));

	if (a)
		a->kind = kind;
	return a;
}

static bool is_tp_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Return: a copy of the word at p->at; NULL: no word there, or memory is exhausted. */
static const char *parse_tp_word(struct parser *p)
{
	const char *start;

	skip_space(p);
	start = p->at;
	while (is_tp_word_char(*p->at))
		p->at++;
	return p->at > start ? tp_copy(&p->f->pool, start, (size_t)(p->at - start)) : NULL;
}

/* Return: the end of the quoted string at @s, after its closing quote; NULL: no closing quote. */
static const char *string_end(const char *s)
{
	for (s++; *s && *s != '"'; s++)
		if (*s == '\\' && s[1])
			s++;
	return *s ? s + 1 : NULL;
}

/*
 * Join adjacent string literals. Escape sequences stay as they are, as in perf's output. Return:
 * NULL if there is no literal, if one does not end (p->bad is set), or if memory is exhausted.
 */
static const char *strings(struct parser *p)
{
	const char *start, *end = NULL;
	size_t len = 0;
	char *text;

	skip_space(p);
	start = p->at;
	for (const char *s = start; *s == '"'; s += strspn(s, " \t\n")) {
		s = end = string_end(s);
		if (!s) {
			p->bad = true;
			return NULL;
		}
	}
	if (!end)
		return NULL;
	text = tp_alloc(&p->f->pool, (size_t)(end - start) + 1);
	while (text && p->at < end) {
		const char *behind = string_end(p->at);

		memcpy(text + len, p->at + 1, (size_t)(behind - p->at - 2));
		len += (size_t)(behind - p->at - 2);
		p->at = behind;
		skip_space(p);
	}
	return text;
}

/* Parse the argument of a macro that takes the name of a field, such as __get_str(). */
static bool field_macro(struct parser *p, struct tp_arg *a, enum tp_arg_kind kind)
{
	const char *name = parse_tp_word(p);

	a->kind = kind;
	a->field = name ? pdata_tracepoint_field(p->f->event, name) : NULL;
	return a->field && accept(p, ")");
}

/* Evaluate the expression of a value in a list of names. Return: false if it is not constant. */
static bool eval_tp_constant(const struct tp_arg *a, uint64_t *v)
{
	uint64_t l = 0, r = 0;

	if (a->kind == TP_A_ATOM)
		*v = strtoull(a->text, NULL, 0);
	else if (a->kind == TP_A_NULL)
		*v = 0;
	else if (a->kind == TP_A_CAST)
		return eval_tp_constant(a->left, v);
	if (a->kind == TP_A_ATOM || a->kind == TP_A_NULL)
		return true;
	if (a->kind != TP_A_OP || !a->left || !a->right || !eval_tp_constant(a->left, &l) ||
	    !eval_tp_constant(a->right, &r))
		return false;
	if (!strcmp(a->text, "|"))
		*v = l | r;
	else if (!strcmp(a->text, "&"))
		*v = l & r;
	else if (!strcmp(a->text, "<<"))
		*v = l << (r & 63);
	else if (!strcmp(a->text, ">>"))
		*v = l >> (r & 63);
	else if (!strcmp(a->text, "+"))
		*v = l + r;
	else if (!strcmp(a->text, "-"))
		*v = l - r;
	else if (!strcmp(a->text, "~"))
		*v = ~r;
	else
		return false;
	return true;
}

/*
 * Get the text of a value or a name in a list of names; perf keeps both as text. Return: NULL if
 * the expression is not constant, or memory is exhausted.
 */
static const char *constant_text(struct parser *p, const struct tp_arg *a)
{
	char number[24];
	uint64_t v;

	while (a->kind == TP_A_CAST)
		a = a->left;
	if (a->kind == TP_A_ATOM)
		return a->text;
	if (!eval_tp_constant(a, &v))
		return NULL;
	snprintf(number, sizeof(number), "%lld", (long long)v);
	return tp_copy(&p->f->pool, number, strlen(number));
}

/* Parse "VALUE, "NAME" }" to @n. */
static bool parse_name(struct parser *p, struct tp_name *n)
{
	struct tp_arg value = { 0 }, name = { 0 };
	const char *text;

	if (!parse_expr(p, &value) || !accept(p, ",") || !parse_item(p, &name) || !accept(p, "}"))
		return false;
	text = constant_text(p, &value);
	n->name = constant_text(p, &name);
	if (!text || !n->name)
		return false;
	n->value = tp_name_value(text);
	return true;
}

/* Parse a list "{ VALUE, "NAME" }, ..." up to the closing parenthesis of the macro. */
static bool parse_names(struct parser *p, struct tp_arg *a)
{
	struct tp_name *names = NULL;
	uint32_t nr = 0, cap = 0;

	while (accept(p, "{")) {
		if (nr == cap) {
			struct tp_name *more;

			cap = cap ? cap * 2 : 16;
			more = tp_alloc(&p->f->pool, cap * sizeof(*more));
			if (!more)
				return false;
			if (nr)
				memcpy(more, names, nr * sizeof(*more));
			names = more;
		}
		if (!parse_name(p, &names[nr]))
			return false;
		nr++;
		if (!accept(p, ","))
			break;
	}
	a->names = names;
	a->nr_names = nr;
	return accept(p, ")");
}

static bool flags_macro(struct parser *p, struct tp_arg *a)
{
	a->kind = TP_A_FLAGS;
	a->left = new_arg(p, TP_A_NULL);
	if (!parse_expr(p, a->left) || !accept(p, ","))
		return false;
	a->text = strings(p);
	return !p->bad && accept(p, ",") && parse_names(p, a);
}

static bool symbol_macro(struct parser *p, struct tp_arg *a)
{
	a->kind = TP_A_SYMBOL;
	a->left = new_arg(p, TP_A_NULL);
	return parse_expr(p, a->left) && accept(p, ",") && parse_names(p, a);
}

/* Parse an argument of a macro, in which operators need parentheses, and the token after it. */
static struct tp_arg *macro_arg(struct parser *p, const char *behind)
{
	struct tp_arg *a = new_arg(p, TP_A_NULL);

	return parse_item(p, a) && accept(p, behind) ? a : NULL;
}

static bool hex_macro(struct parser *p, struct tp_arg *a, const char *between)
{
	a->kind = TP_A_HEX;
	a->text = between;
	a->left = macro_arg(p, ",");
	a->right = a->left ? macro_arg(p, ")") : NULL;
	return a->right;
}

static bool array_macro(struct parser *p, struct tp_arg *a)
{
	a->kind = TP_A_ARRAY;
	a->left = macro_arg(p, ",");
	a->right = a->left ? macro_arg(p, ",") : NULL;
	a->third = a->right ? macro_arg(p, ")") : NULL;
	return a->third;
}

static bool parse_macro(struct parser *p, struct tp_arg *a, const char *name)
{
	static const struct {
		const char *name;
		enum tp_arg_kind kind;
	} of_field[] = {
		{ "__get_str", TP_A_STRING },
		{ "__get_rel_str", TP_A_STRING },
		{ "__get_bitmask", TP_A_BITMASK },
		{ "__get_rel_bitmask", TP_A_BITMASK },
		{ "__get_dynamic_array", TP_A_DYNAMIC },
		{ "__get_rel_dynamic_array", TP_A_DYNAMIC },
		{ "__get_dynamic_array_len", TP_A_LENGTH },
		{ "__get_rel_dynamic_array_len", TP_A_LENGTH },
	};

	for (size_t i = 0; i < REP_NR(of_field); i++)
		if (!strcmp(of_field[i].name, name))
			return field_macro(p, a, of_field[i].kind);
	if (!strcmp(name, "__print_flags"))
		return flags_macro(p, a);
	if (!strcmp(name, "__print_symbolic"))
		return symbol_macro(p, a);
	if (!strcmp(name, "__print_hex"))
		return hex_macro(p, a, " ");
	if (!strcmp(name, "__print_hex_str"))
		return hex_macro(p, a, "");
	if (!strcmp(name, "__print_array"))
		return array_macro(p, a);
	if (!strcmp(name, "__builtin_expect"))
		return parse_item(p, a) && accept(p, ",") && parse_tp_word(p) && accept(p, ")");
	return false;
}

/* Parse "->NAME" after REC. */
static bool parse_field(struct parser *p, struct tp_arg *a)
{
	const char *name = accept(p, "->") ? parse_tp_word(p) : NULL;

	a->kind = TP_A_FIELD;
	a->field = name ? pdata_tracepoint_field(p->f->event, name) : NULL;
	return a->field;
}

/* Join @text and the words that follow it to one atom, which is a type or a constant. */
static bool parse_words(struct parser *p, struct tp_arg *a, const char *text)
{
	unsigned nr = 1;

	a->kind = TP_A_ATOM;
	a->text = text;
	for (skip_space(p); is_tp_word_char(*p->at); skip_space(p)) {
		const char *more = parse_tp_word(p);
		char *both = more ? tp_alloc(&p->f->pool, strlen(a->text) + strlen(more) + 2)
				  : NULL;

		if (++nr > WORDS_MAX || !both)
			return false;
		strcpy(both, a->text);
		strcat(both, " ");
		a->text = strcat(both, more);
	}
	return true;
}

static bool begins_item(char c)
{
	return is_tp_word_char(c) || c == '(' || c == '"' || c == '\'';
}

/* Parse an expression in parentheses, or a cast: a type in parentheses and its operand. */
static bool parse_paren(struct parser *p, struct tp_arg *a)
{
	if (!parse_expr(p, a) || !accept(p, ")"))
		return false;
	skip_space(p);
	if (!begins_item(*p->at))
		return true;
	if (a->kind != TP_A_ATOM)
		return false;
	a->kind = TP_A_CAST;
	a->left = new_arg(p, TP_A_NULL);
	return parse_item(p, a->left);
}

static bool parse_character(struct parser *p, struct tp_arg *a)
{
	const char *start = p->at;

	while (*p->at && *p->at != '\'')
		p->at += p->at[0] == '\\' && p->at[1] ? 2 : 1;
	if (!*p->at)
		return false;
	a->kind = TP_A_ATOM;
	a->text = tp_copy(&p->f->pool, start, (size_t)(p->at - start));
	p->at++;
	return a->text;
}

/*
 * The parser of operators follows the procedure of perf's parser, whose results are the reference.
 * It differs from C: parentheses do not protect their content from an operator in front of them
 * that binds more tightly, operators of equal precedence group from the right, and an operator
 * after "a ? b : c" takes the whole choice as its left operand.
 */

/* Return: the number of characters of the operator at @s; 0: no operator. */
static size_t operator_len(const char *s)
{
	static const char *const two[] = {
		"->", "<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "++", "--",
	};

	if (!*s || isspace((unsigned char)*s) || begins_item(*s) || *s == ')' || *s == ',')
		return 0;
	for (size_t i = 0; i < REP_NR(two); i++)
		if (!strncmp(s, two[i], 2))
			return 2;
	return 1;
}

/* Return: precedence of an operator, lowest for the one that binds most tightly; -1: unknown. */
static int operator_level(const char *s, size_t len)
{
	static const struct {
		const char *op;
		int level;
	} rows[] = {
		{ "~", 4 },   { "!", 4 },   { "*", 6 },	  { "/", 6 },  { "%", 6 },  { "+", 7 },
		{ "-", 7 },   { "<<", 8 },  { ">>", 8 },  { "<", 9 },  { ">", 9 },  { "<=", 9 },
		{ ">=", 9 },  { "==", 10 }, { "!=", 10 }, { "&", 11 }, { "^", 12 }, { "|", 13 },
		{ "&&", 14 }, { "||", 15 }, { "?", 16 },
	};

	for (size_t i = 0; i < REP_NR(rows); i++)
		if (strlen(rows[i].op) == len && !memcmp(rows[i].op, s, len))
			return rows[i].level;
	return -1;
}

/* Skip the operator at p->at. Return: a copy of the operator; NULL when memory is exhausted. */
static const char *take_operator(struct parser *p)
{
	size_t len;
	const char *op;

	skip_space(p);
	len = operator_len(p->at);
	op = tp_copy(&p->f->pool, p->at, len);
	p->at += len;
	return op;
}

static bool parse_operator(struct parser *p, struct tp_arg *a);

/*
 * Parse the operators that follow operator @a: the next one takes @a as its left operand if it
 * binds more loosely than @a, else the right operand of @a, which is @right. @right NULL: the
 * right operand cannot become a left operand.
 */
static bool parse_rest(struct parser *p, struct tp_arg *a, struct tp_arg *right)
{
	size_t len;

	skip_space(p);
	len = operator_len(p->at);
	if (!len || *p->at == ':')
		return true;
	if (operator_level(p->at, len) > a->level)
		return parse_operator(p, a);
	return right && parse_operator(p, right);
}

static bool parse_choice(struct parser *p, struct tp_arg *a)
{
	struct tp_arg *branches = a->right = new_arg(p, TP_A_OP);

	if (!branches)
		return false;
	branches->text = ":";
	branches->left = new_arg(p, TP_A_NULL);
	branches->right = new_arg(p, TP_A_NULL);
	return parse_expr(p, branches->left) && accept(p, ":") && parse_item(p, branches->right) &&
	       parse_rest(p, a, NULL);
}

static bool parse_index(struct parser *p, struct tp_arg *a)
{
	a->right = new_arg(p, TP_A_NULL);
	return parse_item(p, a->right) && accept(p, "]") && parse_rest(p, a, NULL);
}

/* Make operator @right, the right operand of @a, which binds more loosely, the parent of @a. */
static void rotate_operator(struct tp_arg *a, struct tp_arg *right)
{
	struct tp_arg tmp;

	a->right = right->left;
	tmp = *a;
	*a = *right;
	*right = tmp;
	a->left = right;
}

static bool parse_two_sided(struct parser *p, struct tp_arg *a)
{
	struct tp_arg *right;

	a->level = a->left->kind == TP_A_NULL ? 0 : operator_level(a->text, strlen(a->text));
	if (a->level < 0)
		return false;
	skip_space(p);
	if (*p->at == ')' && !strcmp(a->text, "*")) { /* the end of a pointer type */
		char *type;

		if (a->left->kind != TP_A_ATOM)
			return false;
		type = tp_alloc(&p->f->pool, strlen(a->left->text) + 3);
		if (!type)
			return false;
		strcpy(type, a->left->text);
		*a = *a->left;
		a->text = strcat(type, " *");
		return true;
	}
	right = a->right = new_arg(p, TP_A_NULL);
	if (!parse_item(p, right))
		return false;
	if (right->kind == TP_A_OP && operator_level(a->text, strlen(a->text)) <
					      operator_level(right->text, strlen(right->text)))
		rotate_operator(a, right);
	return parse_rest(p, a, right);
}

/* Parse the operator at p->at, with @a as its left operand, and all operators that follow it. */
static bool parse_operator(struct parser *p, struct tp_arg *a)
{
	struct tp_arg *left;
	bool ok;

	if (++p->depth > DEPTH_MAX)
		return false;
	left = new_arg(p, TP_A_NULL);
	if (!left)
		return false;
	*left = *a;
	*a = (struct tp_arg){ .kind = TP_A_OP, .text = take_operator(p), .left = left };
	if (!a->text)
		return false;
	if (!strcmp(a->text, "?"))
		ok = parse_choice(p, a);
	else if (!strcmp(a->text, "["))
		ok = parse_index(p, a);
	else
		ok = parse_two_sided(p, a);
	p->depth--;
	return ok;
}

static bool parse_one_sided(struct parser *p, struct tp_arg *a)
{
	*a = (struct tp_arg){ .kind = TP_A_OP, .text = take_operator(p) };
	if (!a->text || strlen(a->text) != 1 || !strchr("~!+-", a->text[0]))
		return false;
	a->left = new_arg(p, TP_A_NULL);
	a->right = a->left ? new_arg(p, TP_A_NULL) : NULL;
	return parse_item(p, a->right) && parse_rest(p, a, a->right);
}

static bool parse_plain(struct parser *p, struct tp_arg *a)
{
	const char *text;

	if (accept(p, "("))
		return parse_paren(p, a);
	if (accept(p, "'"))
		return parse_character(p, a);
	skip_space(p);
	if (*p->at == '"') {
		a->kind = TP_A_ATOM;
		a->text = strings(p);
		return a->text;
	}
	text = parse_tp_word(p);
	if (!text)
		return operator_len(p->at) && parse_one_sided(p, a);
	if (!strcmp(text, "REC"))
		return parse_field(p, a);
	return accept(p, "(") ? parse_macro(p, a, text) : parse_words(p, a, text);
}

static bool parse_item(struct parser *p, struct tp_arg *a)
{
	bool ok;

	if (!a || ++p->depth > DEPTH_MAX)
		return false;
	ok = parse_plain(p, a);
	p->depth--;
	return ok;
}

static bool parse_expr(struct parser *p, struct tp_arg *a)
{
	if (!parse_item(p, a))
		return false;
	for (skip_space(p); operator_len(p->at) && *p->at != ':'; skip_space(p))
		if (!parse_operator(p, a))
			return false;
	return true;
}

bool tp_format_parse_print(struct tp_format *f, const char *text)
{
	struct parser p = { .f = f, .at = text };
	const struct tp_arg **last = &f->args;
	const char *print = strings(&p);

	while (print && accept(&p, ",")) {
		struct tp_arg *a = new_arg(&p, TP_A_NULL);

		if (!parse_expr(&p, a))
			return false;
		*last = a;
		last = &a->next;
	}
	if (!print)
		return false;
	f->print = print;
	return true;
}
