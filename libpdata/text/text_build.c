/* SPDX-License-Identifier: BSD-2-Clause */
/* Encodes a parsed line to bytes by schema rows. Fields that the text does not give are 0. */
#include "text/text_facts.h"
#include "wire/protobuf.h"

#include <stdio.h>

/* most bytes of a header string, so that a short line cannot fill the memory */
#define WIDTH_MAX ((uint64_t)64 << 20)

struct build {
	struct pd_buf *out;
	struct pd_line *l;
	const struct pd_text_ctx *x;
	int swap;     /* as in x, until a field sets the byte order */
	size_t start; /* offset in out at which the block begins, for padding */
};

static int build_block(struct build *b, const struct pd_row *r, const struct pd_row *end,
		       const struct pd_node *in, struct pd_values *v);

static int build_error(struct build *b, const char *name, const char *why)
{
	snprintf(b->l->why, sizeof(b->l->why), "%s: %s", name, why);
	return PDATA_E_TEXT;
}

static void build_put(struct build *b, uint64_t v, uint64_t bytes)
{
	pd_buf_num(b->out, v, (unsigned)bytes, b->swap);
}

/*
 * Append a number. A number that does not fit is an error, unless its upper bits are a sign
 * extension: -1 means all ones.
 */
static int put_whole(struct build *b, const char *name, uint64_t v, uint64_t bytes)
{
	uint64_t high = bytes < 8 ? v >> (bytes * 8) : 0;

	if (high && ((v >> (bytes * 8 - 1)) != UINT64_MAX >> (bytes * 8 - 1)))
		return build_error(b, name, "the number does not fit into the field");
	build_put(b, v, bytes);
	return 0;
}

/*
 * Get the value of a field. A field that the line does not give is the length of the list or bytes
 * that it counts, which may include bytes before them, or 0.
 */
static int build_get_value(struct build *b, const struct pd_row *r, const struct pd_node *in,
			   uint64_t *v)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name);
	const struct pd_row *list = r;

	*v = 0;
	if (n)
		return r->kind == PD_K_BITS ? pd_node_bits(b->l, n, r->set, v)
					    : pd_node_u64(b->l, n, v);
	while (!n && (list = pd_rows_counted(r, list)))
		n = pd_node_find(b->l, in, list->name);
	if (n && list->kind == PD_K_BLOB && n->kind == PD_N_GROUP)
		return pd_raw_size(b->l, n, b->x, v);
	if (!n)
		list = pd_rows_counted(r, r);
	if (list && list->kind == PD_K_BLOB)
		*v = (n ? n->len / 2 : 0) + list->arg;
	else if (n)
		*v = n->nr;
	return 0;
}

static int build_number(struct build *b, const struct pd_row *r, const struct pd_node *in,
			struct pd_values *v)
{
	bool be = b->swap ? !PD_HOST_BE : PD_HOST_BE;
	uint64_t n;
	int ret = build_get_value(b, r, in, &n);

	if (ret)
		return ret;
	pd_values_set(v, r->name, n);
	if (r->widths && be)
		n = pd_mirror(n, (unsigned)r->arg * 8, r->widths, 0);
	return put_whole(b, r->name, n, r->arg);
}

static int build_bytes(struct build *b, const struct pd_row *r, const struct pd_node *in,
		       const struct pd_values *v)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name);

	if (!n) {
		pd_buf_zero(b->out, r->kind == PD_K_BYTES ? (size_t)r->arg : 0);
		return 0;
	}
	if (n->kind == PD_N_GROUP && r->kind == PD_K_BLOB)
		return pd_raw_to_bytes(b->out, b->l, n, b->x, pd_values_get(v, r->ref));
	if (r->kind == PD_K_BYTES && n->len != 2 * r->arg)
		return build_error(b, r->name, "wrong length");
	return pd_node_hex_put(b->out, b->l, n, r->name);
}

static void pad8(struct build *b)
{
	pd_buf_zero(b->out, (size_t)(-(b->out->len - b->start) & 7));
}

static int build_text(struct build *b, const struct pd_row *r, const struct pd_node *in)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name);
	size_t len = n ? n->len : 0;

	if (n && n->kind != PD_N_STRING)
		return build_error(b, r->name, "expected a string");
	if (r->kind == PD_K_TEXT)
		build_put(b, len, r->arg);
	if ((r->kind == PD_K_FSTR || r->kind == PD_K_FSTR_UPTO) && len > r->arg)
		return build_error(b, r->name, "is too long");
	if (n)
		pd_buf_put(b->out, n->text, len);
	if (r->kind == PD_K_FSTR)
		pd_buf_zero(b->out, (size_t)r->arg - len);
	else if (r->kind == PD_K_STR || r->kind == PD_K_CSTR ||
		 (r->kind == PD_K_FSTR_UPTO && len < r->arg))
		pd_buf_zero(b->out, 1);
	n = r->kind == PD_K_STR ? pd_node_find(b->l, in, "pad") : NULL;
	if (n && n->kind != PD_N_STRING)
		return pd_node_hex_put(b->out, b->l, n, "pad");
	if (n)
		pd_buf_put(b->out, n->text, n->len);
	if (r->kind == PD_K_STR || r->kind == PD_K_FSTR_UPTO)
		pad8(b);
	return 0;
}

/*
 * Append the size of a record whose last field is text: the size that the line gives, or the least
 * that holds the text.
 */
static int build_record_size(struct build *b, const struct pd_row *r, const struct pd_node *in,
			     struct pd_values *v)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name),
			     *s = pd_node_find(b->l, in, r->ref);
	uint64_t size = PD_ALIGN8(r->arg + (s ? s->len : 0) + 1);

	if (n && pd_node_u64(b->l, n, &size))
		return PDATA_E_TEXT;
	pd_values_set(v, r->name, size);
	build_put(b, size, 2);
	return 0;
}

static int text_sized(struct build *b, const struct pd_row *r, const struct pd_node *in,
		      const struct pd_values *v)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name),
			     *pad = pd_node_find(b->l, in, "pad");
	uint64_t room = pd_values_get(v, r->ref) - r->arg, len = n ? n->len : 0;

	if (n && n->kind != PD_N_STRING)
		return build_error(b, r->name, "expected a string");
	if (room > UINT16_MAX || len + 1 > room)
		return build_error(b, r->name, "is longer than the record");
	if (n)
		pd_buf_put(b->out, n->text, (size_t)len);
	if (!pad || pad->kind != PD_N_STRING) {
		pd_buf_zero(b->out, pad ? 1 : (size_t)(room - len));
		return pad ? pd_node_hex_put(b->out, b->l, pad, "pad") : 0;
	}
	if (pad->len > room - len - 1)
		return build_error(b, "pad", "is longer than the record");
	pd_buf_zero(b->out, 1);
	pd_buf_put(b->out, pad->text, pad->len);
	pd_buf_zero(b->out, (size_t)(room - len - 1 - pad->len));
	return 0;
}

static int build_hstr(struct build *b, const struct pd_node *n, const char *name)
{
	uint64_t width = n ? n->width : 0;
	size_t len = n ? n->len : 0;

	if (n && n->kind != PD_N_STRING)
		return build_error(b, name, "expected a string");
	if (!width)
		width = (len + 1 + 63) / 64 * 64;
	if (width < len || width > WIDTH_MAX)
		return build_error(b, name, "impossible width");
	build_put(b, width, 4);
	if (n)
		pd_buf_put(b->out, n->text, len);
	pd_buf_zero(b->out, (size_t)width - len);
	return 0;
}

static int build_hstrs(struct build *b, const struct pd_row *r, const struct pd_node *in)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name);

	build_put(b, n ? n->nr : 0, 4);
	for (uint32_t i = n ? n->child : 0; i; i = b->l->nodes[i].next)
		if (build_hstr(b, &b->l->nodes[i], r->name))
			return PDATA_E_TEXT;
	return 0;
}

/* Count the bytes of the complete attr fields that fit into an image of @size bytes. */
static size_t attr_rows_bytes(size_t size)
{
	size_t n = 0;

	for (const struct pd_row *r = pd_rows_attr; r->kind != PD_K_END && n + r->arg <= size; r++)
		n += (size_t)r->arg;
	return n;
}

/* Append an attr image, as long as its member size says, or as the attr section has it. */
static int build_attr(struct build *b, const struct pd_row *r, const struct pd_node *in,
		      const struct pd_values *v)
{
	static const struct pd_node none = { .kind = PD_N_GROUP };
	const struct pd_node *g = pd_node_find(b->l, in, r->name), *n;
	struct build part = *b;
	struct pd_buf image = { 0 };
	struct pd_values own = { 0 };
	uint64_t size = PDATA_ATTR_SIZE_VER8;
	int ret;

	g = g ? g : &none;
	n = pd_node_find(b->l, g, "size");
	if (n && pd_node_u64(b->l, n, &size))
		return PDATA_E_TEXT;
	if (r->ref)
		size = pd_values_get(v, r->ref);
	else if (!size)
		size = PDATA_ATTR_SIZE_VER0;
	if (size < PDATA_ATTR_SIZE_VER0 || size > 65536)
		return build_error(b, r->name, "impossible size");
	part.out = &image;
	part.start = 0;
	ret = build_block(&part, pd_rows_attr, NULL, g, &own);
	if (!ret) {
		if (!n && image.p)
			pd_st32(image.p + 4, (uint32_t)size, b->swap);
		image.len = attr_rows_bytes((size_t)size);
		n = pd_node_find(b->l, g, "tail");
		ret = n ? pd_node_hex_put(&image, b->l, n, "tail") : 0;
	}
	if (!ret) {
		if (image.len < size)
			pd_buf_zero(&image, (size_t)size - image.len);
		pd_buf_put(b->out, image.p, image.len);
	}
	if (image.err)
		b->out->err = image.err;
	pd_buf_free(&image);
	return ret ? ret : b->out->err;
}

static int build_element(struct build *b, const struct pd_row *r, const struct pd_node *n,
			 const struct pd_values *v)
{
	struct pd_values own = { .outer = v };
	uint64_t x;

	if (r->sub)
		return build_block(b, r->sub, NULL, n, &own);
	return pd_node_u64(b->l, n, &x) ? PDATA_E_TEXT : put_whole(b, r->name, x, r->arg);
}

static int build_list(struct build *b, const struct pd_row *r, const struct pd_node *in,
		      const struct pd_values *v)
{
	const struct pd_row *end = r->kind == PD_K_LIST_N ? pd_rows_list_end(r) : NULL;
	const struct pd_node *n = pd_node_find(b->l, in, r->name);

	if (n && n->kind != PD_N_LIST)
		return build_error(b, r->name, "expected a list");
	for (uint32_t i = n ? n->child : 0; i; i = b->l->nodes[i].next) {
		struct pd_values own = { .outer = v };
		int ret = end ? build_block(b, r + 1, end, &b->l->nodes[i], &own)
			      : build_element(b, r, &b->l->nodes[i], v);

		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Whether the line gives a field of the condition's block. In the bytes, the length tells whether
 * the block is present; in the text, its fields do.
 */
static bool is_given(struct build *b, const struct pd_row *r, const struct pd_node *in)
{
	for (r++; r->kind != PD_K_ENDIF && r->kind != PD_K_END; r++)
		if (r->name && pd_node_find(b->l, in, r->name))
			return true;
	return false;
}

static bool build_cond_holds(struct build *b, const struct pd_row *r, const struct pd_node *in,
			     const struct pd_values *v)
{
	switch (r->kind) {
	case PD_K_IF_MISC:
		return b->x->misc & r->arg;
	case PD_K_IF_LEFT:
	case PD_K_IF_WORD_MAX:
		return is_given(b, r, in);
	case PD_K_IF_EQ:
		return pd_values_get(v, r->ref) == r->arg;
	case PD_K_IF_NE:
		return pd_values_get(v, r->ref) != r->arg;
	case PD_K_IF_GE:
		return pd_values_get(v, r->ref) >= r->arg;
	case PD_K_IF_EACH:
		return is_given(b, r, in);
	default:
		return b->x->attr && b->x->attr->sample_type & r->arg;
	}
}

static int build_sub(struct build *b, const struct pd_row *r, const struct pd_node *in,
		     const struct pd_values *v)
{
	static const struct pd_node none = { .kind = PD_N_GROUP };
	const struct pd_node *g = pd_node_find(b->l, in, r->name);
	struct pd_values own = { .outer = v };

	return build_block(b, r->sub, NULL, g ? g : &none, &own);
}

static void pb_put(struct build *b, uint64_t v)
{
	uint8_t buf[PD_VARINT_MAX];

	pd_buf_put(b->out, buf, pd_pb_put(buf, v));
}

static void pb_bytes(struct build *b, const struct pd_row *r, const void *p, size_t len)
{
	pb_put(b, r->arg << 3 | PD_PB_BYTES);
	pb_put(b, len);
	pd_buf_put(b->out, p, len);
}

/*
 * Append a message or packed numbers. They are encoded in a buffer of their own, because their
 * length precedes them.
 */
static int pb_part(struct build *b, const struct pd_row *r, const struct pd_node *n,
		   const struct pd_values *v)
{
	struct pd_values own = { .outer = v };
	struct pd_buf bytes = { 0 };
	struct build part = *b;
	uint64_t x;
	int ret = 0;

	part.out = &bytes;
	if (r->kind == PD_K_PB_LIST)
		ret = build_block(&part, r + 1, pd_rows_list_end(r), n, &own);
	for (uint32_t i = r->kind == PD_K_PB_LIST ? 0 : n->child; i && !ret;
	     i = b->l->nodes[i].next) {
		ret = pd_node_u64(b->l, &b->l->nodes[i], &x);
		pb_put(&part, x);
	}
	if (bytes.err)
		b->out->err = bytes.err;
	if (!ret)
		pb_bytes(b, r, bytes.p, bytes.len);
	pd_buf_free(&bytes);
	return ret;
}

/* Append a field of a message if the line gives it. */
static int build_pb(struct build *b, const struct pd_row *r, const struct pd_node *in,
		    const struct pd_values *v)
{
	const struct pd_node *n = pd_node_find(b->l, in, r->name);
	uint64_t x;
	int ret = 0;

	if (!n)
		return 0;
	switch (r->kind) {
	case PD_K_PB_STR:
		if (n->kind != PD_N_STRING)
			return build_error(b, r->name, "expected a string");
		pb_bytes(b, r, n->text, n->len);
		return 0;
	case PD_K_PB_NUMBERS:
		return pb_part(b, r, n, v);
	case PD_K_PB_LIST:
		for (uint32_t i = n->child; i && !ret; i = b->l->nodes[i].next)
			ret = pb_part(b, r, &b->l->nodes[i], v);
		return ret;
	default:
		if (pd_node_u64(b->l, n, &x))
			return PDATA_E_TEXT;
		pb_put(b, r->arg << 3 | PD_PB_VARINT);
		pb_put(b, x);
		return 0;
	}
}

static void zeros(struct build *b, const struct pd_row *r)
{
	if (r->kind == PD_K_PAD_U32)
		pd_buf_zero(b->out, -(b->out->len - b->start - 4) & ((size_t)r->arg - 1));
	else if (r->kind == PD_K_PAD8)
		pad8(b);
	else
		pd_buf_zero(b->out, (size_t)r->arg);
}

static int build_field(struct build *b, const struct pd_row *r, const struct pd_node *in,
		       struct pd_values *v)
{
	switch (r->kind) {
	case PD_K_UINT:
	case PD_K_SINT:
	case PD_K_HEX:
	case PD_K_BITS:
		return build_number(b, r, in, v);
	case PD_K_STR:
	case PD_K_FSTR:
	case PD_K_FSTR_UPTO:
	case PD_K_CSTR:
	case PD_K_TEXT:
		return build_text(b, r, in);
	case PD_K_BYTES:
	case PD_K_BLOB:
	case PD_K_REST:
		return build_bytes(b, r, in, v);
	case PD_K_RECORD_SIZE:
		return build_record_size(b, r, in, v);
	case PD_K_STR_SIZED:
		return text_sized(b, r, in, v);
	case PD_K_ORDER_BY:
		b->swap = (pd_values_get(v, r->ref) != 0) != PD_HOST_BE;
		return 0;
	case PD_K_ONES_OF:
		pd_values_set(v, r->name, (uint64_t)__builtin_popcountll(pd_values_get(v, r->ref)));
		return 0;
	case PD_K_PAD_U32:
	case PD_K_PAD8:
	case PD_K_ZERO:
		zeros(b, r);
		return 0;
	case PD_K_ATTR:
		return build_attr(b, r, in, v);
	case PD_K_SUB:
		return build_sub(b, r, in, v);
	case PD_K_LIST:
	case PD_K_LIST_N:
		return build_list(b, r, in, v);
	case PD_K_CUSTOM:
		return pd_custom_to_bytes(b->out, r->name, b->l, in, b->x);
	case PD_K_HSTR:
		return build_hstr(b, pd_node_find(b->l, in, r->name), r->name);
	case PD_K_HSTRS:
		return build_hstrs(b, r, in);
	case PD_K_PB_UINT:
	case PD_K_PB_HEX:
	case PD_K_PB_STR:
	case PD_K_PB_NUMBERS:
	case PD_K_PB_LIST:
		return build_pb(b, r, in, v);
	default:
		return 0;
	}
}

static int build_block(struct build *b, const struct pd_row *r, const struct pd_row *end,
		       const struct pd_node *in, struct pd_values *v)
{
	size_t sized = 0;

	while (r != end && r->kind != PD_K_END) {
		int ret;

		if (r->kind == PD_K_SIZED) {
			sized = b->out->len;
			build_put(b, 0, 4);
		}
		if (r->kind == PD_K_SIZED_END && b->out->p && !b->out->err)
			pd_st32(b->out->p + sized, (uint32_t)(b->out->len - sized - 4), b->swap);

		if (r->kind >= PD_K_IF_MISC && r->kind <= PD_K_IF_BITS) {
			r = build_cond_holds(b, r, in, v) ? r + 1 : pd_rows_skip(r);
			continue;
		}
		if (r->kind == PD_K_ELSE) {
			r = pd_rows_skip(r);
			continue;
		}
		ret = build_field(b, r, in, v);
		if (ret)
			return ret;
		if (r->kind == PD_K_LIST_N || r->kind == PD_K_PB_LIST)
			r = pd_rows_list_end(r);
		r++;
	}
	return b->out->err;
}

int pd_attr_to_bytes(struct pd_buf *out, struct pd_line *l, int swap, size_t size)
{
	static const struct pd_row row = { .kind = PD_K_ATTR, .name = "attr", .ref = "width" };
	const struct pd_text_ctx x = { .swap = swap };
	struct build b = { out, l, &x, swap, out->len };
	struct pd_values v = { 0 };

	pd_values_set(&v, "width", size);
	return build_attr(&b, &row, &l->nodes[0], &v);
}

int pd_rows_to_bytes(struct pd_buf *out, const struct pd_row *rows, struct pd_line *l,
		     const struct pd_node *in, const struct pd_text_ctx *x)
{
	struct build b = { out, l, x, x->swap, out->len };
	struct pd_values v = { 0 };

	return build_block(&b, rows, NULL, in, &v);
}
