/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encodes header features and blocks of the trailer: the schema expanded as writers into a growing
 * buffer.
 */
#include "base/alloc.h"
#include "wire/encode.h"
#include "wire/feature.h"
#include "wire/protobuf.h"

#define HSTR_ALIGN 64u /* perf pads header strings to a multiple of this */

struct grow {
	uint8_t *buf;
	size_t len, cap;
	int swap;
	int err;
};

typedef void (*feat_fn)(struct grow *g, const struct pdata_feature *f);

static uint8_t *encode_room(struct grow *g, size_t n)
{
	if (g->err || n >= SIZE_MAX - g->len || pd_grow(&g->buf, &g->cap, g->len + n + 1, 1)) {
		g->err = PDATA_E_NOMEM;
		return NULL;
	}
	g->len += n;
	return g->buf + g->len - n;
}

static void put_u32(struct grow *g, uint32_t v)
{
	uint8_t *p = encode_room(g, 4);

	if (p)
		pd_st32(p, v, g->swap);
}

static void put_u16(struct grow *g, uint16_t v)
{
	uint8_t *p = encode_room(g, 2);

	if (p)
		pd_st16(p, v, g->swap);
}

static void encode_u64(struct grow *g, uint64_t v)
{
	uint8_t *p = encode_room(g, 8);

	if (p)
		pd_st64(p, v, g->swap);
}

static void encode_bytes(struct grow *g, const void *s, size_t n)
{
	uint8_t *p = encode_room(g, n);

	if (p && n)
		memcpy(p, s, n);
}

static void put_hstr(struct grow *g, const char *s)
{
	size_t n = s ? strlen(s) : 0;
	size_t len = (n + 1 + HSTR_ALIGN - 1) / HSTR_ALIGN * HSTR_ALIGN;
	uint8_t *p;

	put_u32(g, (uint32_t)len);
	p = encode_room(g, len);
	if (!p)
		return;
	memset(p, 0, len);
	if (n)
		memcpy(p, s, n);
}

static void put_hstrs(struct grow *g, const struct pdata_strlist *l)
{
	put_u32(g, l->nr);
	for (uint32_t i = 0; i < l->nr; i++)
		put_hstr(g, l->str[i]);
}

static void put_cstr(struct grow *g, const char *s)
{
	encode_bytes(g, s ? s : "", (s ? strlen(s) : 0) + 1);
}

static void encode_text(struct grow *g, unsigned word, const struct pdata_str *s)
{
	if (word == 8)
		encode_u64(g, s->len);
	else
		put_u32(g, s->len);
	encode_bytes(g, s->s, s->len);
}

static void encode_feature_attr(struct grow *g, const struct pdata_attr *a, uint32_t size)
{
	struct pdata_attr copy = *a;
	uint8_t *p = encode_room(g, size);

	copy.size = size;
	if (p && pdata_attr_encode(&copy, p, size, g->swap) < 0) {
		g->err = PDATA_E_ARG;
		return;
	}
	if (p)
		pd_st32(p + 4, a->size, g->swap);
}

static void put_varint(struct grow *g, uint64_t v)
{
	uint8_t buf[PD_VARINT_MAX];

	encode_bytes(g, buf, pd_pb_put(buf, v));
}

static void put_pb_tag(struct grow *g, unsigned n, unsigned wire, uint64_t v)
{
	put_varint(g, n << 3 | wire);
	put_varint(g, v);
}

/* Append a number; a field with the value 0 is omitted. */
static void put_pb_number(struct grow *g, unsigned n, uint64_t v)
{
	if (v)
		put_pb_tag(g, n, PD_PB_VARINT, v);
}

/* Turn the bytes that were appended since @from into field @n. */
static void put_pb_before(struct grow *g, unsigned n, size_t from)
{
	size_t len = g->len - from, head;

	put_pb_tag(g, n, PD_PB_BYTES, len);
	head = g->len - from - len;
	if (g->err)
		return;
	memmove(g->buf + from + head, g->buf + from, len);
	g->len = from;
	put_pb_tag(g, n, PD_PB_BYTES, len);
	g->len += len;
}

#pragma GCC diagnostic push
/* the element of an inner list is called r, as that of the outer one */
#pragma GCC diagnostic ignored "-Wshadow"

#include "schema/features_undef.def"
#define PD_FEATURE(NAME, bit, where)                                                               \
	static void encode_##NAME(struct grow *g, const struct pdata_feature *f)                   \
	{                                                                                          \
		const __typeof__(where) *r = &where;
#define PD_FEATURE_END(NAME) }
#define PD_FEATURE_EMPTY(NAME, bit)                                                                \
	static void encode_##NAME(struct grow *g, const struct pdata_feature *f)                   \
	{                                                                                          \
		(void)g, (void)f;                                                                  \
	}
#define PD_U32(m) put_u32(g, r->m);
#define PD_U64(m) encode_u64(g, r->m);
#define PD_X64(m) PD_U64(m)
#define PD_S32(m) put_u32(g, (uint32_t)r->m);
#define PD_U16(m) put_u16(g, r->m);
#define PD_IF_EQ(m, v) if (r->m == (v)) {
#define PD_PB_U64(n, m) put_pb_number(g, n, (uint64_t)r->m);
#define PD_PB_X64(n, m) PD_PB_U64(n, m)
#define PD_PB_STR(n, m)                                                                            \
	if (r->m && *r->m) {                                                                       \
		put_pb_tag(g, n, PD_PB_BYTES, strlen(r->m));                                       \
		encode_bytes(g, r->m, strlen(r->m));                                               \
	}
/* A message is appended first; its tag and length are inserted before it afterwards. */
#define PD_PB_LIST(n, count, m)                                                                    \
	for (const __typeof__(*r->m) *at = r->m, *last = r->m + r->count; at < last; at++) {       \
		const __typeof__(*at) *r = at;                                                     \
		const unsigned field = n;                                                          \
		size_t from = g->len;
#define PD_PB_LIST_END(m)                                                                          \
	put_pb_before(g, field, from);                                                             \
	}
#define PD_PB_GROUP(n, name, m, v)                                                                 \
	if (r->m == (v)) {                                                                         \
		const unsigned field = n;                                                          \
		size_t from = g->len;
#define PD_PB_GROUP_END(name) PD_PB_LIST_END(name)
#define PD_PB_NUMBERS(n, count, m)                                                                 \
	if (r->count) {                                                                            \
		size_t first = g->len;                                                             \
		for (uint64_t i = 0; i < r->count; i++)                                            \
			put_varint(g, r->m[i]);                                                    \
		put_pb_before(g, n, first);                                                        \
	}
#define PD_IF_EACH(size, nr) if (f->u.memory_ranges.element_size == (size)) {
#define PD_SIZED                                                                                   \
	size_t sized = g->len;                                                                     \
	put_u32(g, 0);
#define PD_SIZED_END                                                                               \
	if (!g->err)                                                                               \
		pd_st32(g->buf + sized, (uint32_t)(g->len - sized - 4), g->swap);
#define PD_HSTR(m) put_hstr(g, r->m);
#define PD_HSTRS(m) put_hstrs(g, &r->m);
#define PD_U8(m) encode_bytes(g, &(uint8_t){ r->m }, 1);
#define PD_BYTES(m, n) encode_bytes(g, r->m, n);
#define PD_CSTR(m) put_cstr(g, r->m);
#define PD_TEXT32(m) encode_text(g, 4, &r->m);
#define PD_TEXT64(m) encode_text(g, 8, &r->m);
#define PD_ORDER_BY(m) g->swap = (r->m != 0) != PD_HOST_BE;
#define PD_REST(m) encode_bytes(g, r->m.data, (size_t)r->m.len);
#define PD_LIST_ALL(n, m) PD_LIST_N(n, m)
#define PD_IF_GE(m, v) if (f->u.cpu_domain_info.m >= (v)) {
#define PD_ATTR_OF(m, size) encode_feature_attr(g, &r->m, f->u.event_desc.size);
#define PD_LIST_N(n, m)                                                                            \
	for (const __typeof__(*r->m) *at = r->m, *last = r->m + r->n; at < last; at++) {           \
		const __typeof__(*at) *r = at;
#define PD_LIST_END(m) }
#define PD_WORDS_OF(m, bits)
#define PD_FROM_CPUS(m)
#define PD_U64S(m, n)                                                                              \
	for (uint64_t i = 0; i < r->n; i++)                                                        \
		encode_u64(g, r->m[i]);
#define PD_X64S(m, n) PD_U64S(m, n)
#define PD_U32S(m, n)                                                                              \
	for (uint64_t i = 0; i < r->n; i++)                                                        \
		put_u32(g, r->m[i]);
#define PD_BLOB(m, n) encode_bytes(g, r->m, r->n);
#define PD_BLOB_AFTER(m, n, bytes)                                                                 \
	encode_bytes(g, r->m, r->n < (bytes) ? 0 : (size_t)r->n - (bytes));
#define PD_IF_PART(n, m) if (r->m) {
#define PD_ENDIF }
#include "schema/features.def"

#include "schema/trailer.def"

#include "schema/features_undef.def"

#pragma GCC diagnostic pop

static void encode_build_id(struct grow *g, const struct pdata_feat_build_id *b)
{
	size_t n = strlen(b->filename) + 1;
	size_t size = PD_ALIGN8(36 + n);
	uint8_t *p = encode_room(g, size);

	if (!p)
		return;
	if (size > UINT16_MAX) {
		g->err = PDATA_L_RECORD;
		return;
	}
	memset(p, 0, size);
	pd_st16(p + 4, b->misc | PDATA_MISC_BUILD_ID_SIZE, g->swap);
	pd_st16(p + 6, (uint16_t)size, g->swap);
	pd_st32(p + 8, (uint32_t)b->pid, g->swap);
	memcpy(p + 12, b->build_id, PDATA_BUILD_ID_MAX);
	p[32] = b->size;
	memcpy(p + 36, b->filename, n);
}

static void encode_BUILD_ID(struct grow *g, const struct pdata_feature *f)
{
	for (uint32_t i = 0; i < f->u.build_ids.nr; i++)
		encode_build_id(g, &f->u.build_ids.ids[i]);
}

#define PD_FEATURE(NAME, bit, where) [bit] = encode_##NAME,
#define PD_FEATURE_EMPTY(NAME, bit) [bit] = encode_##NAME,
#include "schema/features_no_rows.def"
static const feat_fn encoders[PD_NR_PAYLOADS] = {
	[PDATA_FEAT_BUILD_ID] = encode_BUILD_ID,
#include "schema/features.def"

#include "schema/trailer.def"
};
#include "schema/features_undef.def"

bool pd_feature_has_layout(uint32_t bit)
{
	return bit < PD_NR_PAYLOADS && encoders[bit];
}

int64_t pdata_feature_encode(const struct pdata_feature *f, int swap, uint8_t **out)
{
	bool blob = f->bit == PDATA_FEAT_TRACING_DATA && !f->u.tracing.magic;
	struct grow g = { .swap = swap };

	*out = NULL;
	if (!blob && f->bit < PD_NR_PAYLOADS && encoders[f->bit])
		encoders[f->bit](&g, f);
	else
		encode_bytes(&g, f->data, f->len);
	if (g.err) {
		pd_free(g.buf);
		return g.err;
	}
	*out = g.buf;
	return (int64_t)g.len;
}
