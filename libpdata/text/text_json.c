/* SPDX-License-Identifier: BSD-2-Clause */
/* Converts a line of text to a line of JSON with the same names and values. */
#include "common/json.h"
#include "common/utf8.h"
#include "common/word.h"
#include "text/text_int.h"

/*
 * Fields without schema rows. The words of the first are names of bits: misc of records, flags of
 * entries of branch stacks. The words of the others are bytes.
 */
static const char *const bit_fields[] = { "misc", "flags" };
static const char *const byte_fields[] = { "data", "raw", "tail", "pad" };

/* Tells which kinds the members of a group have. */
struct scope {
	const struct pd_row *rows[2]; /* schema rows of the group, or NULL */
	bool raw;		      /* fields of a tracepoint's payload, which have no rows */
	bool bits;		      /* the line is a record: bit_fields are names of bits */
};

static bool name_is(const struct pd_node *n, const char *name)
{
	return n->name && pd_word_is(n->name, n->name_len, name);
}

static bool name_is_in(const struct pd_node *n, const char *const *names, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (name_is(n, names[i]))
			return true;
	return false;
}

/* Find the row of a member in a block. Rows inside lists belong to the list, not to the block. */
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

/* Get the scope of what is inside a member. */
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

static void put_into_buf(void *to, const char *s, size_t len)
{
	pd_buf_put(to, s, len);
}

/* Append a text as a string, or as an object if it has a width of its own or is not UTF-8. */
static void json_put_text(struct pd_json *j, const struct pd_node *n)
{
	const bool utf8 = pd_utf8_valid(n->text, n->len);

	if (utf8 && !n->width) {
		pd_json_mem(j, NULL, n->text, n->len);
		return;
	}
	pd_json_open(j, NULL, '{');
	if (utf8) {
		pd_json_mem(j, "text", n->text, n->len);
	} else {
		pd_json_begin(j, "bytes");
		pd_buf_str(j->to, "\"");
		pd_buf_hex(j->to, (const uint8_t *)n->text, n->len);
		pd_buf_str(j->to, "\"");
	}
	if (n->width)
		pd_json_u64(j, "width", n->width);
	pd_json_close(j, '}');
}

static void json_put_bits(struct pd_json *j, const char *s, size_t n)
{
	const char *end = s + n;

	pd_json_open(j, NULL, '[');
	while (s < end && !(n == 1 && *s == '0')) {
		const char *bar = memchr(s, '|', (size_t)(end - s));
		const char *stop = bar ? bar : end;

		pd_json_mem(j, NULL, s, (size_t)(stop - s));
		s = bar ? bar + 1 : end;
	}
	pd_json_close(j, ']');
}

static void json_put_decimal(struct pd_json *j, const struct pd_node *n)
{
	pd_json_begin(j, NULL);
	pd_buf_put(j->to, n->text, n->len);
}

static void json_put_number(struct pd_json *j, struct pd_line *l, const struct pd_node *n)
{
	uint64_t v;

	if (is_decimal(n->text, n->len))
		json_put_decimal(j, n);
	else if (!pd_node_u64(l, n, &v))
		pd_json_u64(j, NULL, v);
	else
		pd_json_mem(j, NULL, n->text, n->len);
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

static void json_put_value(struct pd_json *j, struct pd_line *l, const struct pd_node *n,
			   const struct scope *s);

static void json_put_members(struct pd_json *j, struct pd_line *l, const struct pd_node *n,
			     const struct scope *s)
{
	for (uint32_t i = n->child; i; i = l->nodes[i].next) {
		const struct pd_node *m = &l->nodes[i];

		if (m->name)
			pd_json_key(j, m->name, m->name_len);
		json_put_value(j, l, m, s);
	}
}

static void put_word(struct pd_json *j, struct pd_line *l, const struct pd_node *n,
		     const struct scope *s, const struct pd_row *r)
{
	switch (json_word_kind(s, r, n)) {
	case WORD_NUMBER:
		json_put_number(j, l, n);
		break;
	case WORD_BITS:
		json_put_bits(j, n->text, n->len);
		break;
	case WORD_STRING:
		pd_json_mem(j, NULL, n->text, n->len);
		break;
	case WORD_BY_LOOK:
		if (is_decimal(n->text, n->len))
			json_put_decimal(j, n);
		else
			pd_json_mem(j, NULL, n->text, n->len);
	}
}

static void json_put_value(struct pd_json *j, struct pd_line *l, const struct pd_node *n,
			   const struct scope *s)
{
	const struct pd_row *r = n->name && !s->raw ? find_schema_row(s, n) : NULL;
	struct scope in = inside_of(s, r, n);

	switch (n->kind) {
	case PD_N_STRING:
		json_put_text(j, n);
		break;
	case PD_N_LIST:
	case PD_N_GROUP:
		pd_json_open(j, NULL, n->kind == PD_N_LIST ? '[' : '{');
		json_put_members(j, l, n, n->name ? &in : s);
		pd_json_close(j, n->kind == PD_N_LIST ? ']' : '}');
		break;
	case PD_N_WORD:
		put_word(j, l, n, s, r);
	}
}

static const struct pd_row attr_rows[] = { { .kind = PD_K_ATTR, .name = "attr" },
					   { .kind = PD_K_END } };
static const struct pd_row record_rows[] = { { .kind = PD_K_UINT, .name = "misc" },
					     { .kind = PD_K_END } };

/* Get the rows of the line's record, and of the feature or block that the line names. */
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
	struct pd_json j = { .put = put_into_buf, .to = out, .latin1 = true };
	struct pd_line l = { 0 };
	int ret = pd_line_parse(&l, text, len);
	struct scope s;

	if (!ret) {
		s = scope_of(&l);
		pd_json_open(&j, NULL, '{');
		pd_json_mem(&j, "line", l.name, l.name_len);
		if (inside)
			pd_json_fmt(&j, "inside", "true");
		json_put_members(&j, &l, &l.nodes[0], &s);
		pd_json_close(&j, '}');
	}
	pd_line_free(&l);
	return ret;
}
