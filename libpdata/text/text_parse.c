/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Parses a line of text into a tree. Grammar: LINE = WORD { NAME "=" VALUE }; VALUE = WORD |
 * STRING [":" WORD] | "[" { VALUE } "]" | "{" { NAME "=" VALUE } "}". Words end at blanks and
 * brackets.
 */
#include "common/word.h"
#include "text/text_int.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define DEPTH_MAX 8

struct scan {
	struct pd_line *l;
	const char *s, *end;
	const char *begin;
};

static int parse_error(struct scan *sc, const char *why)
{
	snprintf(sc->l->why, sizeof(sc->l->why), "column %zu: %s", (size_t)(sc->s - sc->begin) + 1,
		 why);
	return PDATA_E_TEXT;
}

static void skip_line_blanks(struct scan *sc)
{
	while (sc->s < sc->end && (*sc->s == ' ' || *sc->s == '\t'))
		sc->s++;
}

static bool ends_word(char c)
{
	return c == ' ' || c == '\t' || c == '[' || c == ']' || c == '{' || c == '}' || c == '=' ||
	       c == '"';
}

static size_t scan_word(struct scan *sc, const char **out)
{
	*out = sc->s;
	while (sc->s < sc->end && !ends_word(*sc->s))
		sc->s++;
	return (size_t)(sc->s - *out);
}

static uint32_t new_line_node(struct scan *sc)
{
	struct pd_line *l = sc->l;

	if (pd_grow(&l->nodes, &l->cap, l->nr + 1, sizeof(*l->nodes)))
		return 0;
	l->nodes[l->nr] = (struct pd_node){ 0 };
	return (uint32_t)l->nr++;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int hex_digit_of_any_case(char c)
{
	return hex_digit(c >= 'A' && c <= 'F' ? (char)(c - 'A' + 'a') : c);
}

/*
 * Decode the escape whose character after the backslash is at sc->s, and step over it. Return: the
 * character, or -1.
 */
static int escape(struct scan *sc)
{
	int hi, lo;

	switch (*sc->s++) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case '"':
		return '"';
	case '\\':
		return '\\';
	case 'x':
		if (sc->end - sc->s < 2)
			return -1;
		hi = hex_digit_of_any_case(*sc->s++);
		lo = hex_digit_of_any_case(*sc->s++);
		return hi < 0 || lo < 0 ? -1 : hi << 4 | lo;
	default:
		return -1;
	}
}

/*
 * Parse a string. The buffer of strings moves when it grows, so that a node has an offset until
 * the line is parsed.
 */
static int string(struct scan *sc, uint32_t at)
{
	struct pd_buf *b = &sc->l->strings;
	size_t start = b->len;

	for (sc->s++; sc->s < sc->end && *sc->s != '"';) {
		int c = (unsigned char)*sc->s++;
		char ch;

		if (c == '\\')
			c = sc->s < sc->end ? escape(sc) : -1;
		if (c < 0)
			return parse_error(sc, "unknown escape");
		ch = (char)c;
		pd_buf_put(b, &ch, 1);
	}
	if (sc->s == sc->end)
		return parse_error(sc, "string without its closing quote");
	sc->s++;
	if (b->err)
		return b->err;
	sc->l->nodes[at].kind = PD_N_STRING;
	sc->l->nodes[at].off = start;
	sc->l->nodes[at].len = b->len - start;
	if (sc->s < sc->end && *sc->s == ':') {
		struct pd_node n = { .kind = PD_N_WORD, .name = "width", .name_len = 5 };

		sc->s++;
		n.len = scan_word(sc, &n.text);
		return pd_node_u64(sc->l, &n, &sc->l->nodes[at].width);
	}
	return 0;
}

static int members(struct scan *sc, uint32_t parent, char close, int depth);

static int parse_value(struct scan *sc, uint32_t at, int depth)
{
	char c = sc->s < sc->end ? *sc->s : ' ';
	const char *w;
	size_t n;

	if (depth > DEPTH_MAX)
		return parse_error(sc, "nested too deep");
	if (c == '"')
		return string(sc, at);
	if (c == '[' || c == '{') {
		sc->s++;
		sc->l->nodes[at].kind = c == '[' ? PD_N_LIST : PD_N_GROUP;
		return members(sc, at, c == '[' ? ']' : '}', depth + 1);
	}
	n = scan_word(sc, &w);
	sc->l->nodes[at].kind = PD_N_WORD;
	sc->l->nodes[at].text = w;
	sc->l->nodes[at].len = n;
	return 0;
}

/*
 * Parse values up to the closing bracket @close, or up to the end of the line if it is 0. Values
 * of groups and lines have names.
 */
static int members(struct scan *sc, uint32_t parent, char close, int depth)
{
	uint32_t last = 0;

	for (;;) {
		uint32_t at;
		int ret;

		skip_line_blanks(sc);
		if (sc->s == sc->end)
			return close ? parse_error(sc, "bracket is not closed") : 0;
		if (close && *sc->s == close) {
			sc->s++;
			return 0;
		}
		at = new_line_node(sc);
		if (!at)
			return PDATA_E_NOMEM;
		if (close != ']') {
			const char *w;
			size_t n = scan_word(sc, &w);

			if (!n || sc->s == sc->end || *sc->s != '=')
				return parse_error(sc, "expected a name and '='");
			sc->s++;
			sc->l->nodes[at].name = w;
			sc->l->nodes[at].name_len = n;
		} else if (*sc->s == '}' || *sc->s == '=') {
			return parse_error(sc, "expected a value");
		}
		ret = parse_value(sc, at, depth);
		if (ret)
			return ret;
		if (last)
			sc->l->nodes[last].next = at;
		else
			sc->l->nodes[parent].child = at;
		sc->l->nodes[parent].nr++;
		last = at;
	}
}

int pd_line_parse(struct pd_line *l, const char *s, size_t len)
{
	struct scan sc = { l, s, s + len, s };
	int ret;

	l->nr = 0;
	l->strings.len = 0;
	l->why[0] = 0;
	new_line_node(&sc);
	if (!l->nr)
		return PDATA_E_NOMEM;
	skip_line_blanks(&sc);
	l->name_len = scan_word(&sc, &l->name);
	l->nodes[0].kind = PD_N_GROUP;
	ret = members(&sc, 0, 0, 0);
	for (size_t i = 0; i < l->nr; i++)
		if (l->nodes[i].kind == PD_N_STRING)
			l->nodes[i].text = l->strings.p ? l->strings.p + l->nodes[i].off : "";
	return ret;
}

void pd_line_free(struct pd_line *l)
{
	pd_free(l->nodes);
	pd_buf_free(&l->strings);
	*l = (struct pd_line){ 0 };
}

const struct pd_node *pd_node_find(const struct pd_line *l, const struct pd_node *in,
				   const char *name)
{
	size_t n = strlen(name);

	for (uint32_t i = in->child; i; i = l->nodes[i].next)
		if (l->nodes[i].name_len == n && !memcmp(l->nodes[i].name, name, n)) {
			l->nodes[i].found = true;
			return &l->nodes[i];
		}
	return NULL;
}

int pd_line_all_found(struct pd_line *l)
{
	for (size_t i = 1; i < l->nr; i++) {
		const struct pd_node *n = &l->nodes[i];

		if (!n->name || n->found)
			continue;
		snprintf(l->why, sizeof(l->why),
			 "%.*s: this %.*s has no such field, or it is given twice",
			 (int)(n->name_len < 30 ? n->name_len : 30), n->name,
			 (int)(l->name_len < 30 ? l->name_len : 30), l->name);
		return PDATA_E_TEXT;
	}
	return 0;
}

bool pd_line_is(const struct pd_line *l, const char *name)
{
	return pd_word_is(l->name, l->name_len, name);
}

static int not_a(struct pd_line *l, const struct pd_node *n, const char *what)
{
	snprintf(l->why, sizeof(l->why), "%.*s: %.*s is not %s",
		 (int)(n->name_len < 30 ? n->name_len : 30), n->name ? n->name : "",
		 (int)(n->len < 30 ? n->len : 30), n->len ? n->text : "", what);
	return PDATA_E_TEXT;
}

int pd_node_u64(struct pd_line *l, const struct pd_node *n, uint64_t *v)
{
	char num[32], *end;
	bool minus;

	if (n->kind != PD_N_WORD || !n->len || n->len >= sizeof(num))
		return not_a(l, n, "a number");
	memcpy(num, n->text, n->len);
	num[n->len] = 0;
	minus = num[0] == '-';
	if (num[minus] < '0' || num[minus] > '9')
		return not_a(l, n, "a number");
	errno = 0;
	*v = strtoull(num + minus, &end, 0);
	if (*end)
		return not_a(l, n, "a number");
	if (errno)
		return not_a(l, n, "a number of 64 bits");
	if (minus)
		*v = 0 - *v;
	return 0;
}

static int no_pairs(struct pd_line *l, const char *name)
{
	snprintf(l->why, sizeof(l->why), "%s: expected pairs of hex digits", name);
	return PDATA_E_TEXT;
}

int pd_node_hex(struct pd_line *l, const struct pd_node *n, const char *name, uint8_t *to)
{
	for (size_t i = 0; i < n->len / 2; i++) {
		int hi = hex_digit(n->text[2 * i]), lo = hex_digit(n->text[2 * i + 1]);

		if (hi < 0 || lo < 0)
			return no_pairs(l, name);
		to[i] = (uint8_t)((unsigned)hi << 4 | (unsigned)lo);
	}
	return 0;
}

int pd_node_hex_put(struct pd_buf *out, struct pd_line *l, const struct pd_node *n,
		    const char *name)
{
	const size_t at = out->len;

	if (n->kind != PD_N_WORD || n->len % 2)
		return no_pairs(l, name);
	pd_buf_zero(out, n->len / 2);
	if (out->err || !n->len)
		return out->err;
	return pd_node_hex(l, n, name, (uint8_t *)out->p + at);
}

static const struct pd_bit_name *bit_by_name(const struct pd_bit_name *set, const char *s, size_t n)
{
	for (; set->name; set++)
		if (strlen(set->name) == n && !memcmp(set->name, s, n))
			return set;
	return NULL;
}

int pd_node_bits(struct pd_line *l, const struct pd_node *n, const struct pd_bit_name *set,
		 uint64_t *v)
{
	const char *s = n->text, *end;

	*v = 0;
	if (n->kind != PD_N_WORD || !n->len)
		return not_a(l, n, "a set of flags");
	end = s + n->len;
	while (s < end) {
		const char *bar = memchr(s, '|', (size_t)(end - s));
		const char *stop = bar ? bar : end;
		const char *colon = memchr(s, ':', (size_t)(stop - s));
		const struct pd_bit_name *b =
			bit_by_name(set, s, (size_t)((colon ? colon : stop) - s));
		struct pd_node num = { .kind = PD_N_WORD,
				       .name = n->name,
				       .name_len = n->name_len };
		uint64_t x = 1;

		if (colon || !b) {
			num.text = colon ? colon + 1 : s;
			num.len = (size_t)(stop - num.text);
			if ((colon && !b) || pd_node_u64(l, &num, &x))
				return not_a(l, n, "a set of known flags");
		}
		*v |= b ? x << b->shift : x;
		s = bar ? bar + 1 : end;
	}
	return 0;
}

int pd_line_u64(struct pd_line *l, const char *name, uint64_t or, uint64_t *v)
{
	const struct pd_node *n = pd_node_find(l, &l->nodes[0], name);

	*v = or ;
	return n ? pd_node_u64(l, n, v) : 0;
}
