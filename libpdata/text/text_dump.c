/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes bytes to text by schema rows. */
#include "text/text_facts.h"
#include "wire/protobuf.h"

struct dump {
	struct pd_buf *out;
	struct pd_cur *c;
	const struct pd_text_ctx *x;
};

static int dump_block(struct dump *d, const struct pd_row *r, const struct pd_row *end,
		      struct pd_values *v);

static uint64_t dump_get(struct pd_cur *c, unsigned bytes)
{
	switch (bytes) {
	case 1:
		return pd_get_u8(c);
	case 2:
		return pd_get_u16(c, c->swap);
	case 4:
		return pd_get_u32(c, c->swap);
	default:
		return pd_get_u64(c, c->swap);
	}
}

static void dump_put_number(struct pd_buf *out, enum pd_kind kind, uint64_t v, unsigned bytes)
{
	if (kind == PD_K_HEX)
		pd_buf_fmt(out, "0x%llx", (unsigned long long)v);
	else if (kind == PD_K_SINT)
		pd_buf_fmt(out, "%lld", bytes == 4 ? (long long)(int32_t)v : (long long)v);
	else
		pd_buf_fmt(out, "%llu", (unsigned long long)v);
}

/* Append a number. A field that counts a list is left out, because the list tells the same. */
static int dump_number(struct dump *d, const struct pd_row *r, struct pd_values *v)
{
	struct pd_cur *c = d->c;
	bool be = c->swap ? !PD_HOST_BE : PD_HOST_BE;
	uint64_t n;

	if (!pd_has(c, r->arg))
		return pd_fail(c, PDATA_E_TRUNCATED, r->name);
	n = dump_get(c, (unsigned)r->arg);
	if (r->widths && be)
		n = pd_mirror(n, (unsigned)r->arg * 8, r->widths, 1);
	pd_values_set(v, r->name, n);
	if (pd_rows_counted(r, r))
		return 0;
	pd_buf_name(d->out, r->name);
	if (r->kind == PD_K_BITS)
		pd_buf_bits(d->out, n, r->set);
	else
		dump_put_number(d->out, r->kind, n, (unsigned)r->arg);
	return 0;
}

/*
 * Append RAW bytes by the format of their event. Return: false if there is no format that
 * describes them.
 */
static bool raw_by_format(struct dump *d, const struct pd_row *r, uint64_t n)
{
	const struct pdata_tracepoint *tp = d->x->plain_raw || strcmp(r->name, "raw")
						    ? NULL
						    : pd_facts_format(d->x->facts, d->x->attr);
	size_t at = d->out->len;

	if (!tp)
		return false;
	if (!pd_raw_to_text(d->out, d->x->facts, tp, d->c->pos, (uint32_t)n)) {
		(void)pd_get_bytes(d->c, (size_t)n);
		return true;
	}
	d->out->len = at;
	return false;
}

/* Append bytes in hexadecimal; a field without bytes is left out. */
static int dump_bytes(struct dump *d, const struct pd_row *r, uint64_t n)
{
	if (!pd_has(d->c, n))
		return pd_fail(d->c, PDATA_E_COUNT, r->name);
	if (!n || raw_by_format(d, r, n))
		return 0;
	pd_buf_name(d->out, r->name);
	pd_buf_hex(d->out, pd_get_bytes(d->c, (size_t)n), (size_t)n);
	return 0;
}

/* Append the text of a field of @n bytes, which ends before the first NUL. */
static int dump_text(struct dump *d, const struct pd_row *r, uint64_t n)
{
	const char *s = (const char *)d->c->pos;

	if (!pd_has(d->c, n))
		return pd_fail(d->c, PDATA_E_COUNT, r->name);
	pd_buf_name(d->out, r->name);
	pd_buf_quoted(d->out, s, strnlen(s, (size_t)n));
	(void)pd_get_bytes(d->c, (size_t)n);
	return 0;
}

/*
 * Append the bytes after a NUL if they are not all zeros: often they are the end of an earlier,
 * longer text. As text they are written without the zeros at the end, which follow from the size
 * of the field. If the field has another length, all bytes are written in hexadecimal.
 */
static void pad(struct dump *d, const struct pd_row *r, const uint8_t *p, size_t n)
{
	size_t len = n, end = (size_t)(p + n - d->c->start);

	while (len && !p[len - 1])
		len--;
	if (!len)
		return;
	pd_buf_name(d->out, "pad");
	if (r->kind == PD_K_STR_SIZED || PD_ALIGN8(end - n + len) == end)
		pd_buf_quoted(d->out, (const char *)p, len);
	else
		pd_buf_hex(d->out, p, n);
}

/*
 * Append a text with the bytes after its NUL, where writers may leave anything. These bytes come
 * first, because people look for the text itself.
 */
static int dump_padded_text(struct dump *d, const struct pd_row *r, size_t n)
{
	const uint8_t *s = d->c->pos, *nul = n <= pd_left(d->c) ? memchr(s, 0, n) : NULL;

	if (!nul)
		return pd_fail(d->c, PDATA_E_STRING, r->name);
	pad(d, r, nul + 1, (size_t)(s + n - nul) - 1);
	return dump_text(d, r, n);
}

static int counted_text(struct dump *d, const struct pd_row *r)
{
	uint64_t n;

	if (!pd_has(d->c, r->arg))
		return pd_fail(d->c, PDATA_E_TRUNCATED, r->name);
	n = dump_get(d->c, (unsigned)r->arg);
	if (!pd_has(d->c, n))
		return pd_fail(d->c, PDATA_E_COUNT, r->name);
	pd_buf_name(d->out, r->name);
	pd_buf_quoted(d->out, (const char *)d->c->pos, (size_t)n);
	(void)pd_get_bytes(d->c, (size_t)n);
	return 0;
}

/* Get the length that perf pads a header string to; other lengths are given in the text. */
static uint64_t usual_width(size_t len)
{
	return (len + 1 + 63) / 64 * 64;
}

static int dump_hstr(struct dump *d, const char *field)
{
	struct pd_cur *c = d->c;
	uint32_t width;
	size_t n;

	if (!pd_has(c, 4))
		return pd_fail(c, PDATA_E_TRUNCATED, field);
	width = pd_get_u32(c, c->swap);
	if (!pd_has(c, width))
		return pd_fail(c, PDATA_E_COUNT, field);
	n = strnlen((const char *)c->pos, width);
	pd_buf_quoted(d->out, (const char *)c->pos, n);
	if (width != usual_width(n))
		pd_buf_fmt(d->out, ":%u", width);
	(void)pd_get_bytes(c, width);
	return 0;
}

static int dump_hstrs(struct dump *d, const struct pd_row *r)
{
	struct pd_cur *c = d->c;
	uint32_t nr;

	if (!pd_has(c, 4))
		return pd_fail(c, PDATA_E_TRUNCATED, r->name);
	nr = pd_get_u32(c, c->swap);
	if (nr > pd_left(c) / 4)
		return pd_fail(c, PDATA_E_COUNT, r->name);
	pd_buf_name(d->out, r->name);
	pd_buf_str(d->out, "[");
	for (uint32_t i = 0; i < nr; i++) {
		pd_buf_str(d->out, i ? " " : "");
		if (dump_hstr(d, r->name))
			return c->err;
	}
	pd_buf_str(d->out, "]");
	return 0;
}

/* Append the members of an attr that are not 0, and always its size. */
static int attr_image(struct dump *d, const struct pd_row *r, size_t size)
{
	struct pd_cur *c = d->c, in;
	bool be = c->swap ? !PD_HOST_BE : PD_HOST_BE;

	if (!pd_has(c, size))
		return pd_fail(c, PDATA_E_ATTR, r->name);
	in = pd_cur_init(pd_get_bytes(c, size), size, c->swap);
	pd_buf_name(d->out, r->name);
	pd_buf_str(d->out, "{");
	for (const struct pd_row *a = pd_rows_attr; a->kind != PD_K_END && pd_has(&in, a->arg);
	     a++) {
		uint64_t n = dump_get(&in, (unsigned)a->arg);

		if (a->widths && be)
			n = pd_mirror(n, (unsigned)a->arg * 8, a->widths, 1);
		if (!n && strcmp(a->name, "size"))
			continue;
		pd_buf_name(d->out, a->name);
		if (a->kind == PD_K_BITS)
			pd_buf_bits(d->out, n, a->set);
		else
			dump_put_number(d->out, a->kind, n, (unsigned)a->arg);
	}
	if (pd_left(&in)) {
		pd_buf_str(d->out, " tail=");
		pd_buf_hex(d->out, in.pos, pd_left(&in));
	}
	pd_buf_str(d->out, "}");
	return 0;
}

int pd_attr_to_text(struct pd_buf *out, struct pd_cur *c, size_t size)
{
	static const struct pd_row row = { .kind = PD_K_ATTR, .name = "attr" };
	static const struct pd_text_ctx x;
	struct dump d = { out, c, &x };

	return attr_image(&d, &row, size);
}

static int dump_attr(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	size_t size = r->ref ? (size_t)pd_values_get(v, r->ref) : 0;

	if (!r->ref) {
		if (!pd_has(d->c, PDATA_ATTR_SIZE_VER0))
			return pd_fail(d->c, PDATA_E_ATTR, r->name);
		size = pd_ld32(d->c->pos + 4, d->c->swap);
	}
	if (size < PDATA_ATTR_SIZE_VER0)
		return pd_fail(d->c, PDATA_E_ATTR, r->name);
	return attr_image(d, r, size);
}

static size_t elem_size(const struct pd_row *r)
{
	size_t n = 0;

	if (!r->sub)
		return (size_t)r->arg;
	for (const struct pd_row *e = r->sub; e->kind != PD_K_END; e++)
		n += (size_t)e->arg;
	return n;
}

static int dump_element(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	struct pd_values own = { .outer = v };

	if (!r->sub) {
		uint64_t n = dump_get(d->c, (unsigned)r->arg);

		dump_put_number(d->out, r->hex ? PD_K_HEX : PD_K_UINT, n, (unsigned)r->arg);
		return 0;
	}
	pd_buf_str(d->out, "{");
	if (dump_block(d, r->sub, NULL, &own))
		return d->c->err;
	pd_buf_str(d->out, "}");
	return 0;
}

static int dump_list(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	size_t size = elem_size(r), left = size ? pd_left(d->c) / size : 0;
	uint64_t nr = r->ref ? pd_values_get(v, r->ref) : left;

	if (nr > left)
		return pd_fail(d->c, PDATA_E_COUNT, r->name);
	pd_buf_name(d->out, r->name);
	pd_buf_str(d->out, "[");
	for (uint64_t i = 0; i < nr; i++) {
		pd_buf_str(d->out, i ? " " : "");
		if (dump_element(d, r, v))
			return d->c->err;
	}
	pd_buf_str(d->out, "]");
	return 0;
}

/* Append a list whose elements have rows of their own, between PD_K_LIST_N and PD_K_LIST_END. */
static int list_n(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	const struct pd_row *end = pd_rows_list_end(r);
	uint64_t nr = r->ref ? pd_values_get(v, r->ref) : UINT64_MAX;

	if (r->ref && nr > pd_left(d->c) / 4)
		return pd_fail(d->c, PDATA_E_COUNT, r->name);
	pd_buf_name(d->out, r->name);
	pd_buf_str(d->out, "[");
	for (uint64_t i = 0; i < nr && (r->ref || pd_left(d->c)); i++) {
		struct pd_values own = { .outer = v };

		pd_buf_str(d->out, i ? " {" : "{");
		if (dump_block(d, r + 1, end, &own))
			return d->c->err;
		pd_buf_str(d->out, "}");
	}
	pd_buf_str(d->out, "]");
	return 0;
}

static bool dump_cond_holds(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	switch (r->kind) {
	case PD_K_IF_MISC:
		return d->x->misc & r->arg;
	case PD_K_IF_LEFT:
		return pd_left(d->c) >= r->arg;
	case PD_K_IF_WORD_MAX:
		return pd_left(d->c) >= 4 && pd_ld32(d->c->pos, d->c->swap) <= r->arg;
	case PD_K_IF_EQ:
		return pd_values_get(v, r->ref) == r->arg;
	case PD_K_IF_NE:
		return pd_values_get(v, r->ref) != r->arg;
	case PD_K_IF_GE:
		return pd_values_get(v, r->ref) >= r->arg;
	case PD_K_IF_EACH:
		return (uint64_t)(d->c->end - d->c->start) == 4 + r->arg * pd_values_get(v, r->ref);
	default:
		return d->x->attr && d->x->attr->sample_type & r->arg;
	}
}

static int dump_sub(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	struct pd_values own = { .outer = v };

	pd_buf_name(d->out, r->name);
	pd_buf_str(d->out, "{");
	if (dump_block(d, r->sub, NULL, &own))
		return d->c->err;
	pd_buf_str(d->out, "}");
	return 0;
}

/* Append a field of a message, which is present. */
static int pb_field(struct dump *d, const struct pd_row *r)
{
	struct pd_cur *c = d->c;
	const uint8_t *end;
	uint64_t n;

	pd_buf_name(d->out, r->name);
	if (r->kind == PD_K_PB_UINT || r->kind == PD_K_PB_HEX) {
		if (!pd_pb_varint(c, &n))
			return pd_fail(c, PDATA_E_TRUNCATED, r->name);
		dump_put_number(d->out, r->kind == PD_K_PB_HEX ? PD_K_HEX : PD_K_UINT, n, 8);
		return 0;
	}
	if (!pd_pb_length(c, &n))
		return pd_fail(c, PDATA_E_COUNT, r->name);
	if (r->kind == PD_K_PB_STR) {
		pd_buf_quoted(d->out, (const char *)c->pos, (size_t)n);
		(void)pd_get_bytes(c, (size_t)n);
		return 0;
	}
	end = c->pos + n;
	for (const char *sep = "["; c->pos < end; sep = " ") {
		if (!pd_pb_varint(c, &n) || c->pos > end)
			return pd_fail(c, PDATA_E_TRUNCATED, r->name);
		pd_buf_fmt(d->out, "%s%llu", sep, (unsigned long long)n);
	}
	pd_buf_str(d->out, d->out->p[d->out->len - 1] == '=' ? "[]" : "]");
	return 0;
}

static int pb_list(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	const struct pd_row *end = pd_rows_list_end(r);
	struct pd_cur *c = d->c;
	const char *sep = "[{";

	pd_buf_name(d->out, r->name);
	do {
		struct pd_values own = { .outer = v };
		const uint8_t *outside = c->end;
		uint64_t n;

		if (!pd_pb_length(c, &n))
			return pd_fail(c, PDATA_E_COUNT, r->name);
		pd_buf_str(d->out, sep);
		c->end = c->pos + n;
		if (dump_block(d, r + 1, end, &own))
			return c->err;
		if (c->pos != c->end)
			return pd_fail(c, PDATA_E_SIZE, r->name);
		c->end = outside;
		pd_buf_str(d->out, "}");
		sep = " {";
	} while (pd_pb_tag(c, (unsigned)r->arg, PD_PB_BYTES));
	pd_buf_str(d->out, "]");
	return 0;
}

/* Append a field of a message; an absent one is left out. */
static int dump_pb(struct dump *d, const struct pd_row *r, const struct pd_values *v)
{
	unsigned wire = r->kind == PD_K_PB_UINT || r->kind == PD_K_PB_HEX ? PD_PB_VARINT
									  : PD_PB_BYTES;

	if (!pd_pb_tag(d->c, (unsigned)r->arg, wire))
		return 0;
	return r->kind == PD_K_PB_LIST ? pb_list(d, r, v) : pb_field(d, r);
}

static int dump_record_size(struct dump *d, const struct pd_row *r, struct pd_values *v)
{
	const struct pd_row as_number = { .kind = PD_K_UINT, .name = r->name, .arg = 2 };
	const struct pd_row rows[] = { as_number, { .kind = PD_K_END } };

	if (dump_number(d, rows, v))
		return d->c->err;
	return pd_values_get(v, r->name) <= r->arg ? pd_fail(d->c, PDATA_E_SIZE, r->name) : 0;
}

/* Append the field of a row that takes bytes. */
static int dump_field(struct dump *d, const struct pd_row *r, struct pd_values *v)
{
	struct pd_cur *c = d->c;

	switch (r->kind) {
	case PD_K_UINT:
	case PD_K_SINT:
	case PD_K_HEX:
	case PD_K_BITS:
		return dump_number(d, r, v);
	case PD_K_STR:
		return dump_padded_text(d, r, pd_left(c));
	case PD_K_STR_SIZED:
		return dump_padded_text(d, r, (size_t)(pd_values_get(v, r->ref) - r->arg));
	case PD_K_RECORD_SIZE:
		return dump_record_size(d, r, v);
	case PD_K_FSTR:
		return dump_text(d, r, r->arg);
	case PD_K_FSTR_UPTO:
		return dump_text(d, r, pd_left(c) < r->arg ? pd_left(c) : r->arg);
	case PD_K_CSTR:
		return dump_text(d, r, strnlen((const char *)c->pos, pd_left(c)) + 1);
	case PD_K_TEXT:
		return counted_text(d, r);
	case PD_K_BYTES:
		return dump_bytes(d, r, r->arg);
	case PD_K_BLOB:
		return dump_bytes(d, r, pd_values_get(v, r->ref) - r->arg);
	case PD_K_REST:
		return dump_bytes(d, r, pd_left(c));
	case PD_K_ATTR:
		return dump_attr(d, r, v);
	case PD_K_SUB:
		return dump_sub(d, r, v);
	case PD_K_LIST:
		return dump_list(d, r, v);
	case PD_K_CUSTOM:
		return pd_custom_to_text(d->out, r->name, d->c, d->x);
	case PD_K_HSTR:
		pd_buf_name(d->out, r->name);
		return dump_hstr(d, r->name);
	case PD_K_HSTRS:
		return dump_hstrs(d, r);
	case PD_K_PB_UINT:
	case PD_K_PB_HEX:
	case PD_K_PB_STR:
	case PD_K_PB_NUMBERS:
	case PD_K_PB_LIST:
		return dump_pb(d, r, v);
	case PD_K_LIST_N:
		return list_n(d, r, v);
	default:
		return 0;
	}
}

/* Append the fields of the rows up to @end, or up to the end of the block. */
static int dump_block(struct dump *d, const struct pd_row *r, const struct pd_row *end,
		      struct pd_values *v)
{
	const uint8_t *outer = d->c->end;

	while (r != end && r->kind != PD_K_END) {
		uint64_t n;

		switch (r->kind) {
		case PD_K_IF_MISC ... PD_K_IF_BITS:
			r = dump_cond_holds(d, r, v) ? r + 1 : pd_rows_skip(r);
			continue;
		case PD_K_ELSE:
			r = pd_rows_skip(r);
			continue;
		case PD_K_ZERO:
			if (!pd_has(d->c, r->arg))
				return pd_fail(d->c, PDATA_E_TRUNCATED, "padding");
			(void)pd_get_bytes(d->c, (size_t)r->arg);
			break;
		case PD_K_WORDS_OF:
			n = pd_values_get(v, r->ref);
			pd_values_set(v, r->name, n / 64 + !!(n % 64));
			break;
		case PD_K_SIZED:
			outer = d->c->end;
			if (!pd_has(d->c, 4))
				return pd_fail(d->c, PDATA_E_TRUNCATED, r->name);
			n = pd_get_u32(d->c, d->c->swap);
			if (!pd_has(d->c, n))
				return pd_fail(d->c, PDATA_E_COUNT, r->name);
			d->c->end = d->c->pos + n;
			break;
		case PD_K_SIZED_END:
			if (d->c->pos != d->c->end)
				return pd_fail(d->c, PDATA_E_SIZE, "size");
			d->c->end = outer;
			break;
		case PD_K_ONES_OF:
			n = pd_values_get(v, r->ref);
			pd_values_set(v, r->name, (uint64_t)__builtin_popcountll(n));
			break;
		case PD_K_ORDER_BY:
			d->c->swap = (pd_values_get(v, r->ref) != 0) != PD_HOST_BE;
			break;
		case PD_K_FROM_CPUS:
			if (!d->x->nr_cpus)
				return 0;
			pd_values_set(v, r->name, d->x->nr_cpus);
			break;
		default:
			if (dump_field(d, r, v))
				return d->c->err;
			if (r->kind == PD_K_LIST_N || r->kind == PD_K_PB_LIST)
				r = pd_rows_list_end(r);
		}
		r++;
	}
	return 0;
}

int pd_rows_to_text(struct pd_buf *out, const struct pd_row *rows, struct pd_cur *c,
		    const struct pd_text_ctx *x)
{
	struct dump d = { out, c, x };
	struct pd_values v = { 0 };

	return dump_block(&d, rows, NULL, &v);
}
