/* SPDX-License-Identifier: BSD-2-Clause */
/* A line of text as a line of JSON: the same names and values. */
#include "common/json_string.h"
#include "text/text_int.h"

/* Fields without rows whose words are names of bits, and those whose words are bytes. */
static const char *const bit_fields[] = { "misc",
					  "flags" }; /* of records; of entries of branch stacks */
static const char *const byte_fields[] = { "data", "raw", "tail", "pad" };

/* What says which kinds members have. */
struct scope {
	const struct pd_row *rows[2]; /* or NULL */
	bool raw;		      /* fields of a payload, which have no rows */
	bool bits;		      /* of a record: bit_fields count */
};

static bool name_is(const struct pd_node *n, const char *name)
{
	return n->name && n->name_len == strlen(name) && !memcmp(n->name, name, n->name_len);
}

static bool name_is_in(const struct pd_node *n, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (name_is(n, names[i]))
			return true;
	return false;
}

/* The row of a member in a block; rows inside of lists are not the block's. */
static const struct pd_row *row_in(const struct pd_row *r, const struct pd_node *n)
{
	int depth = 0;

	for (; r && r->kind != PD_K_END; r++) {
		if (r->kind == PD_K_LIST_END && !depth--)
			return NULL;
		if (!depth && r->name && name_is(n, r->name))
			return r;
		depth += r->kind == PD_K_LIST_N || r->kind == PD_K_PB_LIST;
	}
	return NULL;
}

static const struct pd_row *find_schema_row(const struct scope *s, const struct pd_node *n)
{
	const struct pd_row *r = row_in(s->rows[0], n);

	return r ? r : row_in(s->rows[1], n);
}

/* Rows of what is inside a member. */
static struct scope inside_of(const struct scope *s, const struct pd_row *r,
			      const struct pd_node *n)
{
	struct scope in = { .raw = s->raw || (name_is(n, "raw") && n->kind == PD_N_GROUP),
			    .bits = s->bits };

	if (name_is(n, "sample_id"))
		in.rows[0] = pd_rows_sample_id;
	else if (r && r->kind == PD_K_ATTR)
		in.rows[0] = pd_rows_attr;
	else if (r && (r->kind == PD_K_LIST_N || r->kind == PD_K_PB_LIST))
		in.rows[0] = r + 1;
	else if (r && (r->kind == PD_K_LIST || r->kind == PD_K_SUB))
		in.rows[0] = r->sub;
	return in;
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

static bool is_utf8(const char *s, size_t n)
{
	for (size_t i = 0, len; i < n; i += len) {
		len = pdata_text_char(s + i, n - i, NULL);
		if (!len)
			return false;
	}
	return true;
}

/* A name that is not UTF-8 has the character of each byte's number. */
static void put_string(struct pd_buf *b, const char *s, size_t n)
{
	bool utf8 = is_utf8(s, n);

	pd_buf_str(b, "\"");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		char escape[6];
		size_t len = pd_json_escape(c, c > 0x7f && !utf8, escape);

		pd_buf_put(b, len ? escape : &s[i], len ? len : 1);
	}
	pd_buf_str(b, "\"");
}

/* Text: a string, or an object where it has a width of its own or is not UTF-8. */
static void json_put_text(struct pd_buf *b, const struct pd_node *n)
{
	bool utf8 = is_utf8(n->text, n->len);

	if (utf8 && !n->width) {
		put_string(b, n->text, n->len);
		return;
	}
	pd_buf_str(b, utf8 ? "{\"text\":" : "{\"bytes\":\"");
	if (utf8)
		put_string(b, n->text, n->len);
	else
		pd_buf_hex(b, (const uint8_t *)n->text, n->len);
	pd_buf_str(b, utf8 ? "" : "\"");
	if (n->width)
		pd_buf_fmt(b, ",\"width\":%llu", (unsigned long long)n->width);
	pd_buf_str(b, "}");
}

static void json_put_bits(struct pd_buf *b, const char *s, size_t n)
{
	const char *end = s + n;

	if (n == 1 && *s == '0') {
		pd_buf_str(b, "[]");
		return;
	}
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

static void json_put_number(struct pd_buf *b, struct pd_line *l, const struct pd_node *n)
{
	uint64_t v;

	if (is_decimal(n->text, n->len))
		pd_buf_put(b, n->text, n->len);
	else if (!pd_node_u64(l, n, &v))
		pd_buf_fmt(b, "%llu", (unsigned long long)v);
	else
		put_string(b, n->text, n->len);
}

enum word_kind { WORD_NUMBER, WORD_BITS, WORD_STRING, WORD_BY_LOOK };

static enum word_kind json_word_kind(const struct scope *s, const struct pd_row *r,
				     const struct pd_node *n)
{
	if (s->raw)
		return WORD_BY_LOOK;
	switch (r ? r->kind : PD_K_CUSTOM) {
	case PD_K_UINT:
	case PD_K_SINT:
	case PD_K_PB_UINT:
	case PD_K_SIZED:
	case PD_K_RECORD_SIZE:
		return WORD_NUMBER;
	case PD_K_BITS:
		return WORD_BITS;
	case PD_K_CUSTOM:
		break;
	default:
		return WORD_STRING;
	}
	if (s->bits && name_is_in(n, bit_fields, PD_NR(bit_fields)))
		return WORD_BITS;
	return name_is_in(n, byte_fields, PD_NR(byte_fields)) ? WORD_STRING : WORD_BY_LOOK;
}

static void json_put_value(struct pd_buf *b, struct pd_line *l, const struct pd_node *n,
			   const struct scope *s);

static void json_put_members(struct pd_buf *b, struct pd_line *l, const struct pd_node *n,
			     const char *sep, const struct scope *s)
{
	for (uint32_t i = n->child; i; i = l->nodes[i].next) {
		const struct pd_node *m = &l->nodes[i];

		pd_buf_str(b, sep);
		if (m->name) {
			put_string(b, m->name, m->name_len);
			pd_buf_str(b, ":");
		}
		json_put_value(b, l, m, s);
		sep = ",";
	}
}

static void put_word(struct pd_buf *b, struct pd_line *l, const struct pd_node *n,
		     const struct scope *s, const struct pd_row *r)
{
	switch (json_word_kind(s, r, n)) {
	case WORD_NUMBER:
		json_put_number(b, l, n);
		break;
	case WORD_BITS:
		json_put_bits(b, n->text, n->len);
		break;
	case WORD_STRING:
		put_string(b, n->text, n->len);
		break;
	case WORD_BY_LOOK:
		if (is_decimal(n->text, n->len))
			pd_buf_put(b, n->text, n->len);
		else
			put_string(b, n->text, n->len);
	}
}

static void json_put_value(struct pd_buf *b, struct pd_line *l, const struct pd_node *n,
			   const struct scope *s)
{
	const struct pd_row *r = n->name && !s->raw ? find_schema_row(s, n) : NULL;
	struct scope in = inside_of(s, r, n);

	switch (n->kind) {
	case PD_N_STRING:
		json_put_text(b, n);
		break;
	case PD_N_LIST:
		pd_buf_str(b, "[");
		json_put_members(b, l, n, "", n->name ? &in : s);
		pd_buf_str(b, "]");
		break;
	case PD_N_GROUP:
		pd_buf_str(b, "{");
		json_put_members(b, l, n, "", n->name ? &in : s);
		pd_buf_str(b, "}");
		break;
	case PD_N_WORD:
		put_word(b, l, n, s, r);
	}
}

static const struct pd_row attr_rows[] = { { .kind = PD_K_ATTR, .name = "attr" },
					   { .kind = PD_K_END } };
static const struct pd_row record_rows[] = { { .kind = PD_K_UINT, .name = "misc" },
					     { .kind = PD_K_END } };

/* Rows of a line's record, and of the feature or block that it names. */
static struct scope scope_of(const struct pd_line *l)
{
	const struct pd_node *name = pd_node_find(l, &l->nodes[0], "name");
	uint32_t type = pd_record_by_name(l->name, l->name_len);
	uint32_t bit = name ? pd_feature_by_name(name->text, name->len) : 0;
	struct scope s = { .bits = type };

	if (name && !type && pd_line_is(l, "BLOCK"))
		bit = pd_block_by_name(name->text, name->len);

	if (type)
		s.rows[0] = type == PDATA_RECORD_SAMPLE ? pd_rows_sample : pd_rows_record(type);
	else if (pd_line_is(l, "ATTR"))
		s.rows[0] = attr_rows;
	else if (pd_line_is(l, "RECORD"))
		s.rows[0] = record_rows;
	if (bit && (!type || type == PDATA_RECORD_HEADER_FEATURE))
		s.rows[1] = pd_rows_feature(bit);
	return s;
}

int pd_line_to_json(struct pd_buf *out, const char *text, size_t len, bool inside)
{
	struct pd_line l = { 0 };
	int ret = pd_line_parse(&l, text, len);
	struct scope s;

	if (!ret) {
		s = scope_of(&l);
		pd_buf_str(out, "{\"line\":");
		put_string(out, l.name, l.name_len);
		if (inside)
			pd_buf_str(out, ",\"inside\":true");
		json_put_members(out, &l, &l.nodes[0], ",", &s);
		pd_buf_str(out, "}");
	}
	pd_line_free(&l);
	return ret;
}
