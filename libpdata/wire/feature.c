/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decodes header features and blocks of the trailer: the schema expanded as decoders. They are
 * rarely decoded, so the byte order is decided at run time.
 */
#include "wire/feature.h"
#include "base/cursor.h"
#include "base/err.h"
#include "wire/protobuf.h"

#include <pdata/trailer.h>

#define BUILD_ID_NAME 36u /* offset of the name in an entry of the BUILD_ID section */

struct feat_ctx {
	struct pd_cur cur;
	struct pd_arena *arena;
	uint32_t nr_cpus;
	bool keep; /* keep what precedes damage; elements after it are empty */
	bool cut;  /* a list has fewer elements than its count says */
};

typedef int (*feat_fn)(struct feat_ctx *x, struct pdata_feature *f);

/* Read text that follows its length. It ends at its first NUL, which may be missing. */
static int get_hstr(struct feat_ctx *x, const char **out, const char *field)
{
	struct pd_cur *c = &x->cur;
	uint32_t len;

	if (!pd_has(c, 4))
		return pd_fail(c, PDATA_E_TRUNCATED, field);
	len = pd_get_u32(c, c->swap);
	if (!pd_has(c, len))
		return pd_fail(c, PDATA_E_COUNT, field);
	*out = pd_arena_str(x->arena, c->pos, strnlen((const char *)c->pos, len));
	c->pos += len;
	return *out ? 0 : pd_fail(c, PDATA_E_NOMEM, field);
}

static int get_hstrs(struct feat_ctx *x, struct pdata_strlist *l, const char *field)
{
	struct pd_cur *c = &x->cur;

	if (!pd_has(c, 4))
		return pd_fail(c, PDATA_E_TRUNCATED, field);
	l->nr = pd_get_u32(c, c->swap);
	if (l->nr > pd_left(c) / 4) { /* the shortest text is its length word alone */
		l->nr = 0;
		return pd_fail(c, PDATA_E_COUNT, field);
	}
	l->str = pd_arena_array(x->arena, l->nr, sizeof(*l->str));
	if (!l->str)
		return pd_fail(c, PDATA_E_NOMEM, field);
	for (uint32_t i = 0; i < l->nr; i++)
		if (get_hstr(x, &l->str[i], field))
			return c->err;
	return 0;
}

/* Read text that ends with a NUL. The result is a view of the bytes, as they contain the NUL. */
static int get_cstr(struct feat_ctx *x, const char **out, const char *field)
{
	struct pd_cur *c = &x->cur;
	const uint8_t *nul = pd_left(c) ? memchr(c->pos, 0, pd_left(c)) : NULL;

	if (!nul)
		return pd_fail(c, PDATA_E_STRING, field);
	*out = (const char *)c->pos;
	c->pos = nul + 1;
	return 0;
}

/* Read text that follows its length and may contain NULs. */
static int get_text(struct feat_ctx *x, unsigned word, struct pdata_str *out, const char *field)
{
	struct pd_cur *c = &x->cur;
	uint64_t len;

	if (!pd_has(c, word))
		return pd_fail(c, PDATA_E_TRUNCATED, field);
	len = word == 8 ? pd_get_u64(c, c->swap) : pd_get_u32(c, c->swap);
	if (!pd_has(c, len) || len > UINT32_MAX)
		return pd_fail(c, PDATA_E_COUNT, field);
	out->s = (const char *)c->pos;
	out->len = (uint32_t)len;
	c->pos += len;
	return 0;
}

static int get_attr(struct feat_ctx *x, struct pdata_attr *a, uint32_t size)
{
	struct pd_cur *c = &x->cur;

	if (!pd_has(c, size) || pdata_attr_decode(c->pos, size, c->swap, a, NULL) < 0)
		return pd_fail(c, PDATA_E_ATTR, "attr");
	c->pos += size;
	return 0;
}

static uint64_t *get_u64s(struct feat_ctx *x, uint64_t n)
{
	uint64_t *out = pd_arena_array(x->arena, n, sizeof(*out));

	for (uint64_t i = 0; out && i < n; i++)
		out[i] = pd_get_u64(&x->cur, x->cur.swap);
	return out;
}

static uint32_t *get_u32s(struct feat_ctx *x, uint64_t n)
{
	uint32_t *out = pd_arena_array(x->arena, n, sizeof(*out));

	for (uint64_t i = 0; out && i < n; i++)
		out[i] = pd_get_u32(&x->cur, x->cur.swap);
	return out;
}

/* Read field @n of a message; 0 if it is absent. Return: not 0 if the number is cut off. */
static int get_pb_number(struct feat_ctx *x, unsigned n, uint64_t *v)
{
	*v = 0;
	return pd_pb_tag(&x->cur, n, PD_PB_VARINT) && !pd_pb_varint(&x->cur, v);
}

static int get_pb_str(struct feat_ctx *x, unsigned n, const char **out)
{
	struct pd_cur *c = &x->cur;
	uint64_t len = 0;

	if (pd_pb_tag(c, n, PD_PB_BYTES) && !pd_pb_length(c, &len))
		return -1;
	*out = pd_arena_str(x->arena, c->pos, (size_t)len);
	c->pos += len;
	return *out ? 0 : -1;
}

/* Count the complete fields @n that follow. */
static uint64_t count_pb(struct pd_cur c, unsigned n)
{
	uint64_t nr = 0, len;

	for (; pd_pb_tag(&c, n, PD_PB_BYTES) && pd_pb_length(&c, &len); nr++)
		c.pos += len;
	return nr;
}

/*
 * Let the cursor end with message @n. Return: its former end, or NULL if there is no such message.
 */
static const uint8_t *enter_pb(struct pd_cur *c, unsigned n)
{
	const uint8_t *outside = c->end;
	uint64_t len;

	if (!pd_pb_tag(c, n, PD_PB_BYTES) || !pd_pb_length(c, &len))
		return NULL;
	c->end = c->pos + len;
	return outside;
}

static int get_pb_numbers(struct feat_ctx *x, unsigned n, uint64_t *nr, uint64_t **out)
{
	struct pd_cur *c = &x->cur;
	uint64_t len = 0;
	const uint8_t *end;

	if (pd_pb_tag(c, n, PD_PB_BYTES) && !pd_pb_length(c, &len))
		return -1;
	end = c->pos + len;
	*out = pd_arena_array(x->arena, len, sizeof(**out));
	for (*nr = 0; *out && c->pos < end; ++*nr)
		if (!pd_pb_varint(c, &(*out)[*nr]) || c->pos > end)
			return -1;
	return *out ? 0 : -1;
}

#pragma GCC diagnostic push
/* the element of an inner list is called r, as that of the outer one */
#pragma GCC diagnostic ignored "-Wshadow"

#include "schema/features_undef.def"
#define PD_SWAP (c->swap)
#include "wire/decode_rows.h"
#define PD_FEATURE(NAME, bit, where)                                                               \
	static int decode_##NAME(struct feat_ctx *x, struct pdata_feature *f)                      \
	{                                                                                          \
		struct pd_cur *c = &x->cur;                                                        \
		__typeof__(where) *r = &where;                                                     \
		uint64_t number __attribute__((unused));
#define PD_FEATURE_END(NAME)                                                                       \
	return 0;                                                                                  \
	}
#define PD_FEATURE_EMPTY(NAME, bit)
#define PD_HSTR(m)                                                                                 \
	if (get_hstr(x, &r->m, #m))                                                                \
		return c->err;
#define PD_CSTR(m)                                                                                 \
	if (get_cstr(x, &r->m, #m))                                                                \
		return c->err;
#define PD_TEXT32(m)                                                                               \
	if (get_text(x, 4, &r->m, #m))                                                             \
		return c->err;
#define PD_TEXT64(m)                                                                               \
	if (get_text(x, 8, &r->m, #m))                                                             \
		return c->err;
#define PD_IF_EACH(size, nr)                                                                       \
	if ((uint64_t)(c->end - c->start) == 4 + (uint64_t)(size)*f->u.memory_ranges.nr) {         \
		f->u.memory_ranges.element_size = (size);
/* Messages of protobuf: an absent field has the value 0. */
#define PD_PB_U64(n, m)                                                                            \
	if (get_pb_number(x, n, &number))                                                          \
		return pd_fail(c, PDATA_E_TRUNCATED, #m);                                          \
	r->m = (__typeof__(r->m))number;
#define PD_PB_X64(n, m)                                                                            \
	if (!r->m) {                                                                               \
		PD_PB_U64(n, m)                                                                    \
	}
#define PD_PB_STR(n, m)                                                                            \
	if (get_pb_str(x, n, &r->m))                                                               \
		return pd_fail(c, PDATA_E_COUNT, #m);
#define PD_PB_LIST(n, count, m)                                                                    \
	r->count = (__typeof__(r->count))count_pb(*c, n);                                          \
	r->m = pd_arena_array(x->arena, r->count, sizeof(*r->m));                                  \
	if (!r->m)                                                                                 \
		return pd_fail(c, PDATA_E_NOMEM, #m);                                              \
	for (__typeof__(r->m) at = r->m, last = r->m + r->count; at < last; at++) {                \
		__typeof__(r->m) r = at;                                                           \
		const uint8_t *outside = enter_pb(c, n);                                           \
		if (!outside)                                                                      \
			return pd_fail(c, PDATA_E_COUNT, #m);
#define PD_PB_LIST_END(m)                                                                          \
	c->pos = c->end;                                                                           \
	c->end = outside;                                                                          \
	}
#define PD_PB_GROUP(n, name, m, v)                                                                 \
	if (pd_has(c, 1) && *c->pos == ((n) << 3 | PD_PB_BYTES)) {                                 \
		const uint8_t *outside = enter_pb(c, n);                                           \
		if (!outside)                                                                      \
			return pd_fail(c, PDATA_E_COUNT, #name);
#define PD_PB_GROUP_END(name) PD_PB_LIST_END(name)
#define PD_PB_NUMBERS(n, count, m)                                                                 \
	if (get_pb_numbers(x, n, &number, &r->m))                                                  \
		return pd_fail(c, PDATA_E_COUNT, #m);                                              \
	r->count = (__typeof__(r->count))number;
/* The rest of the element follows a length of its own. */
#define PD_SIZED                                                                                   \
	PD_TAKE(4, size)                                                                           \
	const uint8_t *outer = c->end;                                                             \
	uint32_t sized = pd_get_u32(c, c->swap);                                                   \
	if (!pd_has(c, sized))                                                                     \
		return pd_fail(c, PDATA_E_COUNT, "size");                                          \
	c->end = c->pos + sized;
#define PD_SIZED_END                                                                               \
	c->pos = c->end;                                                                           \
	c->end = outer;
#define PD_ORDER_BY(m) c->swap = (r->m != 0) != PD_HOST_BE;
#define PD_IF_PART(n, m) PD_IF_LEFT(n)
#define PD_IF_GE(m, v) if (f->u.cpu_domain_info.m >= (v)) {
#define PD_HSTRS(m)                                                                                \
	if (get_hstrs(x, &r->m, #m))                                                               \
		return c->err;
#define PD_ATTR_OF(m, size)                                                                        \
	if (get_attr(x, &r->m, f->u.event_desc.size))                                              \
		return c->err;
/* Every element has at least 4 bytes, which bounds the count. */
#define PD_LIST_N(n, m)                                                                            \
	x->cut = r->n > pd_left(c) / 4;                                                            \
	if (x->cut)                                                                                \
		r->n = x->keep ? (__typeof__(r->n))(pd_left(c) / 4) : 0;                           \
	if (x->cut && !x->keep)                                                                    \
		return pd_fail(c, PDATA_E_COUNT, #n);                                              \
	r->m = pd_arena_array(x->arena, r->n, sizeof(*r->m));                                      \
	if (!r->m)                                                                                 \
		return pd_fail(c, PDATA_E_NOMEM, #m);                                              \
	for (__typeof__(r->m) at = r->m, last = r->m + r->n; at < last; at++) {                    \
		__typeof__(r->m) r = at;
/*
 * Elements up to the end of the payload. There is room for the largest number possible, which the
 * bytes bound.
 */
#define PD_LIST_ALL(n, m)                                                                          \
	r->n = 0;                                                                                  \
	r->m = pd_arena_array(x->arena, pd_left(c) / 2, sizeof(*r->m));                            \
	if (!r->m)                                                                                 \
		return pd_fail(c, PDATA_E_NOMEM, #m);                                              \
	for (__typeof__(r->m) at = r->m; pd_left(c) > 1; at++) {                                   \
		__typeof__(r->n) *count = &r->n;                                                   \
		__typeof__(r->m) r = at;                                                           \
		++*count;
#define PD_LIST_END(m)                                                                             \
	}                                                                                          \
	if (x->cut)                                                                                \
		return pd_fail(c, PDATA_E_COUNT, #m);
/* Bytes whose count includes @bytes of fields before them. */
#define PD_BLOB_AFTER(m, n, bytes)                                                                 \
	if (r->n < (bytes) || !pd_has(c, (uint64_t)r->n - (bytes)))                                \
		return pd_fail(c, PDATA_E_COUNT, #m);                                              \
	r->m = pd_get_bytes(c, (size_t)r->n - (bytes));
#define PD_WORDS_OF(m, bits) r->m = r->bits / 64 + !!(r->bits % 64);
/* Without a number of CPUs the bytes that are left cannot be decoded. */
#define PD_FROM_CPUS(m)                                                                            \
	if (!x->nr_cpus)                                                                           \
		return pd_fail(c, PDATA_E_FORMAT, #m);                                             \
	r->m = x->nr_cpus;
#define PD_NUMBERS(m, n, size, get)                                                                \
	if (r->n > pd_left(c) / (size))                                                            \
		return pd_fail(c, PDATA_E_COUNT, #m);                                              \
	r->m = get(x, r->n);                                                                       \
	if (!r->m)                                                                                 \
		return pd_fail(c, PDATA_E_NOMEM, #m);
#define PD_U64S(m, n) PD_NUMBERS(m, n, 8, get_u64s)
#define PD_X64S(m, n) PD_U64S(m, n)
#define PD_U32S(m, n) PD_NUMBERS(m, n, 4, get_u32s)
#include "schema/features.def"

#include "schema/trailer.def"

#include "schema/features_undef.def"

#pragma GCC diagnostic pop

/*
 * Decode a BUILD_ID record. In the header section its type is 0 and its padding varies. Its size
 * byte is valid only if misc has MISC_BUILD_ID_SIZE; older writers left garbage in it.
 */
int pd_build_id_decode(const uint8_t *data, size_t len, int swap, struct pdata_feat_build_id *b,
		       struct pd_arena *arena)
{
	const size_t name = BUILD_ID_NAME;
	size_t id_len = PDATA_BUILD_ID_MAX;

	if (len < name + 1)
		return PDATA_E_TRUNCATED;
	b->misc = pd_ld16(data + 4, swap);
	b->pid = (int32_t)pd_ld32(data + 8, swap);
	memcpy(b->build_id, data + 12, PDATA_BUILD_ID_MAX);
	if (b->misc & PDATA_MISC_BUILD_ID_SIZE && data[32] <= PDATA_BUILD_ID_MAX)
		id_len = data[32];
	b->size = (uint8_t)id_len;
	b->filename =
		pd_arena_str(arena, data + name, strnlen((const char *)data + name, len - name));
	return b->filename ? 0 : PDATA_E_NOMEM;
}

/* Whether the rest is a row of BUILD_ID records; zeros may follow the last one. */
static bool is_build_id_row(const uint8_t *p, const uint8_t *end, int swap)
{
	const uint8_t *first = p;

	while (end - p >= PDATA_RECORD_HEADER && pd_ld16(p + 6, swap)) {
		size_t size = pd_ld16(p + 6, swap);
		uint32_t type = pd_ld32(p, swap);

		if ((type && type != PDATA_RECORD_BUILD_ID) || size < BUILD_ID_NAME + 1 ||
		    size % 4 || size > (size_t)(end - p))
			return false;
		p += size;
	}
	return p > first && pd_all_zero(p, (size_t)(end - p));
}

/* After an invalid entry, find the next position from which on all entries are valid. */
static bool next_build_id(struct pd_cur *c)
{
	while (pd_has(c, 4 + BUILD_ID_NAME + 1)) {
		c->pos += 4;
		if (is_build_id_row(c->pos, c->end, c->swap))
			return true;
	}
	return false;
}

static int decode_BUILD_ID(struct feat_ctx *x, struct pdata_feature *f)
{
	struct pd_cur *c = &x->cur;
	struct pdata_build_ids *out = &f->u.build_ids;
	const uint8_t *bad = NULL;
	uint64_t most = f->len / (BUILD_ID_NAME + 1) + 1;

	out->ids = pd_arena_array(x->arena, most, sizeof(*out->ids));
	if (!out->ids)
		return pd_fail(c, PDATA_E_NOMEM, "build_ids");
	while (pd_left(c) && !pd_all_zero(c->pos, pd_left(c))) {
		size_t size = pd_has(c, PDATA_RECORD_HEADER) ? pd_ld16(c->pos + 6, c->swap) : 0;
		int ret = PDATA_E_TRUNCATED;

		if (size <= pd_left(c))
			ret = pd_build_id_decode(c->pos, size, c->swap, &out->ids[out->nr],
						 x->arena);
		if (ret == PDATA_E_NOMEM)
			return pd_fail(c, ret, "build_ids");
		if (!ret) {
			out->nr++;
			c->pos += size;
			continue;
		}
		if (!bad) {
			bad = c->pos;
			pd_fail(c, ret, "build_ids");
		}
		if (!next_build_id(c))
			break;
	}
	if (bad)
		c->pos = bad;
	return c->err;
}

#define PD_FEATURE(NAME, bit, where) [bit] = decode_##NAME,
#define PD_FEATURE_EMPTY(NAME, bit)
#include "schema/features_no_rows.def"
static const feat_fn decoders[PD_NR_PAYLOADS] = {
	[PDATA_FEAT_BUILD_ID] = decode_BUILD_ID,
#include "schema/features.def"

#include "schema/trailer.def"
};
#include "schema/features_undef.def"

int pd_tracing_decode(const uint8_t *blob, size_t len, struct pd_arena *arena,
		      struct pdata_tracing *out, struct pdata_error *err)
{
	struct feat_ctx x = { .cur = pd_cur_init(blob, len, 0), .arena = arena, .keep = true };
	struct pdata_feature f = { .bit = PDATA_FEAT_TRACING_DATA, .data = blob, .len = len };
	int ret = decode_TRACING_DATA(&x, &f);

	*out = f.u.tracing;
	if (!ret)
		return 0;
	return pd_error(err, ret == PDATA_E_NOMEM ? ret : PDATA_E_FEATURE,
			(uint64_t)(x.cur.pos - x.cur.start), 0, "TRACING_DATA", "%s: %s",
			x.cur.field, pdata_strerror(ret));
}

const char *pdata_feature_name(uint32_t bit)
{
	static const char *const names[PDATA_NR_FEATURES] = {
		[PDATA_FEAT_BUILD_ID] = "BUILD_ID",
		[PDATA_FEAT_SIMPLEPERF_DEBUG_UNWIND_FILE] = "DEBUG_UNWIND_FILE",
#define PD_FEATURE(NAME, num, where) [num] = #NAME,
#define PD_FEATURE_EMPTY(NAME, num) [num] = #NAME,
#include "schema/features_no_rows.def"

#include "schema/features.def"

#include "schema/features_undef.def"
	};

	return bit < PDATA_NR_FEATURES ? names[bit] : NULL;
}

const char *pdata_block_name(uint32_t type)
{
	static const char *const names[PD_NR_PAYLOADS] = {
#define PD_FEATURE(NAME, num, where) [num] = #NAME,
#define PD_FEATURE_EMPTY(NAME, num) [num] = #NAME,
#include "schema/features_no_rows.def"

#include "schema/trailer.def"

#include "schema/features_undef.def"
	};

	return type < PD_NR_PAYLOADS ? names[type] : NULL;
}

int pd_feature_decode(struct pdata_feature *f, int swap, uint32_t nr_cpus, struct pd_arena *arena,
		      struct pdata_error *err)
{
	struct feat_ctx x = { .cur = pd_cur_init(f->data, f->len, swap),
			      .arena = arena,
			      .nr_cpus = nr_cpus };
	const char *name = f->bit < PDATA_NR_FEATURES ? pdata_feature_name(f->bit)
						      : pdata_block_name(f->bit);

	memset(&f->u, 0, sizeof(f->u));
	if (f->bit == PDATA_FEAT_CPU_TOPOLOGY && !nr_cpus)
		x.nr_cpus = pd_topology_cpus(f->data, f->len, swap);
	if (f->bit >= PD_NR_PAYLOADS || !decoders[f->bit] || !decoders[f->bit](&x, f))
		return 0;
	if (f->bit != PDATA_FEAT_BUILD_ID || x.cur.err == PDATA_E_NOMEM)
		memset(&f->u, 0, sizeof(f->u));
	return pd_error(err, x.cur.err == PDATA_E_NOMEM ? PDATA_E_NOMEM : PDATA_E_FEATURE,
			f->offset + (uint64_t)(x.cur.pos - x.cur.start), 0, name, "%s: %s",
			x.cur.field, pdata_strerror(x.cur.err));
}
