/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts RAW bytes of a tracepoint to a group of its fields and back. Bytes that are in no field
 * and not zero follow the group in raw_gaps, and raw_size gives a size other than the one that the
 * kernel would pad to. Dynamic fields are expected after the others, in their order; for one that
 * is elsewhere, the text has the word with its offset and length.
 */
#include "text/text_facts.h"

#include <stdio.h>

const struct pdata_tracepoint *pd_facts_format(const struct pd_text_facts *f,
					       const struct pdata_attr *attr)
{
	if (!f || !f->points || !attr || attr->type != PDATA_TYPE_TRACEPOINT)
		return NULL;
	return pdata_tracepoints_find(f->points, attr->config);
}

#define RAW_MAX 65536u

/* A payload that is converted to text. */
struct dump {
	struct pd_buf *out;
	const struct pd_text_facts *facts;
	const uint8_t *raw;
	uint32_t size;
	int swap;
	uint64_t next;		   /* offset of the next dynamic field */
	uint8_t seen[RAW_MAX / 8]; /* a bit for each byte that a field has covered */
};

static bool is_number(const struct pdata_field *f)
{
	return !f->is_array && (f->size == 1 || f->size == 2 || f->size == 4 || f->size == 8);
}

/* Whether to swap bytes: payloads have the byte order of the tracing data that describe them. */
static int swap_of(const struct pd_text_facts *f)
{
	return (pdata_tracepoints_info(f->points)->big_endian != 0) != PD_HOST_BE;
}

/* Get the size in bytes of the numbers that an array is written as. */
static unsigned element_of(const struct pd_text_facts *facts, const struct pdata_field *f)
{
	uint32_t n = f->element;

	if (!f->is_array || f->is_string)
		return 1;
	if (!n && f->is_long)
		n = pdata_tracepoints_info(facts->points)->long_size;
	if ((n != 1 && n != 2 && n != 4 && n != 8) || (!f->is_dynamic && f->size % n))
		return 1;
	return n;
}

/* Append a number; addresses are in hexadecimal. */
static void dump_raw_number(struct pd_buf *out, const struct pdata_field *f, uint64_t v,
			    unsigned bytes)
{
	unsigned shift = 64 - 8 * bytes;

	if (f->is_pointer || (f->is_long && !f->is_signed))
		pd_buf_fmt(out, "0x%llx", (unsigned long long)v);
	else if (f->is_signed)
		pd_buf_fmt(out, "%lld", (long long)((int64_t)(v << shift) >> shift));
	else
		pd_buf_fmt(out, "%llu", (unsigned long long)v);
}

static bool is_printable_text(const uint8_t *p, uint32_t len)
{
	for (uint32_t i = 0; i < len && p[i]; i++)
		if ((p[i] < 0x20 || p[i] >= 0x7f) && p[i] != '\n' && p[i] != '\t')
			return false;
	return true;
}

static void dump_raw_array(struct dump *d, const struct pdata_field *f, const uint8_t *p,
			   uint32_t len, unsigned bytes)
{
	uint32_t text = len;

	while (text && !p[text - 1])
		text--;
	/*
	 * Dynamic text is followed by one NUL, text in an array of characters by as many NULs as
	 * there is room for.
	 */
	if (f->is_string && is_printable_text(p, len) && (!f->is_dynamic || text + 1 == len)) {
		pd_buf_quoted(d->out, (const char *)p, text);
		return;
	}
	pd_buf_str(d->out, "[");
	for (uint32_t i = 0; i < len; i += bytes) {
		pd_buf_str(d->out, i ? " " : "");
		dump_raw_number(d->out, f, pd_ldn(p + i, bytes, d->swap), bytes);
	}
	pd_buf_str(d->out, "]");
}

static void mark_dumped_bytes(struct dump *d, uint64_t off, uint64_t len)
{
	for (uint64_t i = off; i < off + len; i++)
		d->seen[i / 8] |= (uint8_t)(1u << i % 8);
}

static void put_dynamic(struct dump *d, const struct pdata_field *f)
{
	uint32_t word = pd_ld32(d->raw + f->offset, d->swap), len = word >> 16;
	uint64_t at = (word & 0xffff) + (f->is_relative ? (uint64_t)f->offset + f->size : 0);
	unsigned bytes = element_of(d->facts, f);

	if (at != d->next || at > d->size || len > d->size - at || len % bytes) {
		pd_buf_fmt(d->out, "0x%x", word);
		return;
	}
	dump_raw_array(d, f, d->raw + at, len, bytes);
	mark_dumped_bytes(d, at, len);
	d->next += len;
}

static bool has_name(const struct pdata_field *f)
{
	const char *s = f->name;

	while ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
	       *s == '_')
		s++;
	return s > f->name && !*s;
}

static int dump_raw_field(struct dump *d, const struct pdata_field *f)
{
	if (!has_name(f) || f->offset > d->size || f->size > d->size - f->offset ||
	    (f->is_dynamic && f->size != 4))
		return PDATA_E_FORMAT;
	pd_buf_name(d->out, f->name);
	mark_dumped_bytes(d, f->offset, f->size);
	if (f->is_dynamic)
		put_dynamic(d, f);
	else if (is_number(f))
		dump_raw_number(d->out, f, pd_ldn(d->raw + f->offset, f->size, d->swap), f->size);
	else
		dump_raw_array(d, f, d->raw + f->offset, f->size, element_of(d->facts, f));
	return 0;
}

/* Append the bytes that are in no field, if they are not zero. */
static void put_gaps(struct dump *d)
{
	bool any = false;

	for (uint32_t i = 0; i < d->size;) {
		uint32_t from = i;
		bool zero = true;

		for (; i < d->size && !(d->seen[i / 8] >> i % 8 & 1); i++)
			zero = zero && !d->raw[i];
		if (!zero) {
			pd_buf_fmt(d->out, "%s{offset=%u data=", any ? " " : " raw_gaps=[", from);
			pd_buf_hex(d->out, d->raw + from, i - from);
			pd_buf_str(d->out, "}");
			any = true;
		}
		i += i == from;
	}
	if (any)
		pd_buf_str(d->out, "]");
}

/* Get the end of the fields with fixed offsets. */
static uint64_t fixed_end(const struct pdata_tracepoint *tp)
{
	uint64_t end = 0;

	for (uint32_t i = 0; i < tp->nr_fields; i++) {
		uint64_t e = (uint64_t)tp->fields[i].offset + tp->fields[i].size;

		end = e > end ? e : end;
	}
	return end;
}

/* Get the size with padding: RAW bytes and the u32 before them together are a multiple of 8. */
static uint64_t padded(uint64_t end)
{
	return PD_ALIGN8(end + 4) - 4;
}

int pd_raw_to_text(struct pd_buf *out, const struct pd_text_facts *f,
		   const struct pdata_tracepoint *tp, const uint8_t *raw, uint32_t size)
{
	struct dump d;

	if (size >= RAW_MAX || !tp->nr_fields)
		return PDATA_E_FORMAT;
	d.out = out;
	d.facts = f;
	d.raw = raw;
	d.size = size;
	d.swap = swap_of(f);
	d.next = fixed_end(tp);
	memset(d.seen, 0, size / 8 + 1);
	pd_buf_name(out, "raw");
	pd_buf_str(out, "{");
	for (uint32_t i = 0; i < tp->nr_fields; i++)
		if (dump_raw_field(&d, &tp->fields[i]))
			return PDATA_E_FORMAT;
	pd_buf_str(out, "}");
	if (padded(d.next) != size)
		pd_buf_fmt(out, " raw_size=%u", size);
	put_gaps(&d);
	return 0;
}

/* A group that is converted to bytes; p is NULL if only their number is needed. */
struct build {
	struct pd_line *l;
	const struct pd_text_ctx *x;
	int swap;
	uint8_t *p;
	uint64_t size, next;
};

static int raw_build_error(struct build *b, const char *name, const char *why)
{
	snprintf(b->l->why, sizeof(b->l->why), "raw.%.40s: %s", name, why);
	return PDATA_E_TEXT;
}

/*
 * Encode numbers or text at offset @at in at most @room bytes. *@len: set to the bytes they need.
 * Return: 0 or an error.
 */
static int array_bytes(struct build *b, const struct pdata_field *f, const struct pd_node *n,
		       uint64_t at, uint64_t room, uint64_t *len)
{
	unsigned bytes = element_of(b->x->facts, f);
	uint8_t *p = b->p ? b->p + at : NULL;
	uint64_t v;

	*len = n->kind == PD_N_STRING ? n->len + f->is_dynamic : (uint64_t)n->nr * bytes;
	if (*len > room || at > b->size || (p && *len > b->size - at))
		return raw_build_error(b, f->name, "the value does not fit");
	if (!p)
		return 0;
	if (n->kind == PD_N_STRING) {
		memcpy(p, n->text, n->len);
		return 0;
	}
	for (uint32_t i = n->child; i; i = b->l->nodes[i].next, p += bytes) {
		if (pd_node_u64(b->l, &b->l->nodes[i], &v))
			return PDATA_E_TEXT;
		pd_stn(p, v, bytes, b->swap);
	}
	return 0;
}

static int dynamic_bytes(struct build *b, const struct pdata_field *f, const struct pd_node *n)
{
	uint64_t word = 0, at = b->next, len,
		 start = f->is_relative ? (uint64_t)f->offset + f->size : 0;

	if (n->kind == PD_N_WORD) {
		if (pd_node_u64(b->l, n, &word))
			return PDATA_E_TEXT;
	} else {
		if (array_bytes(b, f, n, at, UINT16_MAX, &len))
			return PDATA_E_TEXT;
		if (at < start || at - start > UINT16_MAX)
			return raw_build_error(b, f->name, "the value does not fit");
		word = len << 16 | (at - start);
		b->next += len;
	}
	if (b->p)
		pd_st32(b->p + f->offset, (uint32_t)word, b->swap);
	return 0;
}

static int field_bytes(struct build *b, const struct pdata_field *f, const struct pd_node *raw)
{
	const struct pd_node *n = pd_node_find(b->l, raw, f->name);
	uint64_t v, len;

	if (b->p && (f->offset > b->size || f->size > b->size - f->offset))
		return raw_build_error(b, f->name, "extends past raw_size");
	if (!n)
		return 0;
	if (f->is_dynamic)
		return f->size == 4 ? dynamic_bytes(b, f, n)
				    : raw_build_error(b, f->name,
						      "is not 4 bytes long, as a dynamic field "
						      "must be");
	if (!is_number(f))
		return b->p ? array_bytes(b, f, n, f->offset, f->size, &len) : 0;
	if (pd_node_u64(b->l, n, &v))
		return PDATA_E_TEXT;
	if (b->p)
		pd_stn(b->p + f->offset, v, f->size, b->swap);
	return 0;
}

static int all_fields(struct build *b, const struct pd_node *raw)
{
	const struct pd_text_facts *facts = b->x->facts;
	const struct pdata_tracepoint *tp = pd_facts_format(facts, b->x->attr);

	if (!tp && facts && facts->points && pdata_tracepoints_error(facts->points))
		return PDATA_E_NOMEM;
	if (!tp)
		return raw_build_error(b, "fields",
				       "TRACING_DATA has no format with their offsets");
	b->swap = swap_of(facts);
	b->next = fixed_end(tp);
	for (uint32_t i = 0; i < tp->nr_fields; i++)
		if (field_bytes(b, &tp->fields[i], raw))
			return PDATA_E_TEXT;
	return 0;
}

int pd_raw_size(struct pd_line *l, const struct pd_node *raw, const struct pd_text_ctx *x,
		uint64_t *size)
{
	struct build b = { .l = l, .x = x, .size = UINT64_MAX };
	int ret = all_fields(&b, raw);

	*size = padded(b.next);
	return ret;
}

static int gap_bytes(struct build *b, const struct pd_node *gap)
{
	const struct pd_node *off = pd_node_find(b->l, gap, "offset"),
			     *data = pd_node_find(b->l, gap, "data");
	uint64_t at;

	if (!off || !data || data->kind != PD_N_WORD || data->len % 2 ||
	    pd_node_u64(b->l, off, &at))
		return raw_build_error(b, "raw_gaps", "expected offset and data");
	if (at > b->size || data->len / 2 > b->size - at)
		return raw_build_error(b, "raw_gaps", "extends past raw_size");
	return pd_node_hex(b->l, data, "raw_gaps", b->p + at);
}

int pd_raw_to_bytes(struct pd_buf *out, struct pd_line *l, const struct pd_node *raw,
		    const struct pd_text_ctx *x, uint64_t size)
{
	const struct pd_node *gaps = pd_node_find(l, &l->nodes[0], "raw_gaps");
	struct build b = { .l = l, .x = x, .size = size };
	size_t at = out->len;
	int ret;

	if (size >= RAW_MAX)
		return raw_build_error(&b, "raw_size", "is larger than a record can be");
	pd_buf_zero(out, (size_t)size);
	if (out->err)
		return out->err;
	b.p = (uint8_t *)out->p + at;
	ret = all_fields(&b, raw);
	if (ret)
		return ret;
	for (uint32_t i = gaps ? gaps->child : 0; i; i = l->nodes[i].next)
		if (gap_bytes(&b, &l->nodes[i]))
			return PDATA_E_TEXT;
	return 0;
}
