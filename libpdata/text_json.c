/* SPDX-License-Identifier: BSD-2-Clause */
/* A line of text as a line of JSON: the same names and values. */
#include "text.h"

/* Fields whose words are names of bits: an array of them. */
static const char *const bit_fields[] = { "misc", "sample_type", "read_format", "branch_sample_type", "flags",
					  "aux_action" };

static bool name_is(const struct pd_node *n, const char *name)
{
	return n->name && n->name_len == strlen(name) && !memcmp(n->name, name, n->name_len);
}

static bool is_bits(const struct pd_node *n)
{
	for (size_t i = 0; i < PD_NR(bit_fields); i++)
		if (name_is(n, bit_fields[i]))
			return n->len && !(*n->text >= '0' && *n->text <= '9');
	return false;
}

static bool is_decimal(const char *s, size_t n)
{
	if (n && *s == '-')
		s++, n--;
	if (!n || n > 20 || (*s == '0' && n > 1))
		return false;
	while (n && *s >= '0' && *s <= '9')
		s++, n--;
	return !n;
}

/* JSON strings are Unicode: a byte that is no ASCII stands for the character of its number. */
static void put_string(struct pd_buf *b, const char *s, size_t n)
{
	pd_buf_str(b, "\"");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '"' || c == '\\')
			pd_buf_fmt(b, "\\%c", c);
		else if (c < 0x20 || c >= 0x7f)
			pd_buf_fmt(b, "\\u%04x", c);
		else
			pd_buf_put(b, &s[i], 1);
	}
	pd_buf_str(b, "\"");
}

static void put_bits(struct pd_buf *b, const char *s, size_t n)
{
	const char *end = s + n;

	pd_buf_str(b, "[");
	while (s < end) {
		const char *bar = memchr(s, '|', (size_t)(end - s));
		const char *stop = bar ? bar : end;

		put_string(b, s, (size_t)(stop - s));
		if (bar)
			pd_buf_str(b, ",");
		s = bar ? bar + 1 : end;
	}
	pd_buf_str(b, "]");
}

/* Hex digits are bytes in these fields even where they happen to be decimal ones. */
static bool is_bytes(const struct pd_node *n)
{
	static const char *const names[] = { "data", "raw", "build_id", "tag", "tail", "pad", "magic", "aux",
					     "old_bytes", "new_bytes", "info", "padding", "stack" };

	for (size_t i = 0; i < PD_NR(names); i++)
		if (name_is(n, names[i]))
			return true;
	return false;
}

/* @raw: fields of a payload, whose names say nothing about their kinds. */
static void put_value(struct pd_buf *b, const struct pd_line *l, const struct pd_node *n, bool raw);

static void put_members(struct pd_buf *b, const struct pd_line *l, const struct pd_node *n, const char *sep,
			bool raw)
{
	for (uint32_t i = n->child; i; i = l->nodes[i].next) {
		const struct pd_node *m = &l->nodes[i];

		pd_buf_str(b, sep);
		if (m->name) {
			put_string(b, m->name, m->name_len);
			pd_buf_str(b, ":");
		}
		put_value(b, l, m, raw || (m->kind == PD_N_GROUP && name_is(m, "raw")));
		sep = ",";
	}
}

static void put_value(struct pd_buf *b, const struct pd_line *l, const struct pd_node *n, bool raw)
{
	switch (n->kind) {
	case PD_N_STRING:
		if (n->width)
			pd_buf_str(b, "{\"text\":");
		put_string(b, n->text, n->len);
		if (n->width)
			pd_buf_fmt(b, ",\"width\":%llu}", (unsigned long long)n->width);
		break;
	case PD_N_LIST:
		pd_buf_str(b, "[");
		put_members(b, l, n, "", raw);
		pd_buf_str(b, "]");
		break;
	case PD_N_GROUP:
		pd_buf_str(b, "{");
		put_members(b, l, n, "", raw);
		pd_buf_str(b, "}");
		break;
	case PD_N_WORD:
		if (!raw && is_bits(n))
			put_bits(b, n->text, n->len);
		else if ((raw || !is_bytes(n)) && is_decimal(n->text, n->len))
			pd_buf_put(b, n->text, n->len);
		else
			put_string(b, n->text, n->len);
	}
}

int pd_line_to_json(struct pd_buf *out, const char *text, size_t len, bool inside)
{
	struct pd_line l = { 0 };
	int ret = pd_line_parse(&l, text, len);

	if (!ret) {
		pd_buf_str(out, "{\"line\":");
		put_string(out, l.name, l.name_len);
		if (inside)
			pd_buf_str(out, ",\"inside\":true");
		put_members(out, &l, &l.nodes[0], ",", false);
		pd_buf_str(out, "}");
	}
	pd_line_free(&l);
	return ret;
}
