/* SPDX-License-Identifier: BSD-2-Clause */
/* Encodes records and samples: the schema expanded as writers. */
#include "wire/custom.h"
#include "wire/elems.h"
#include "wire/record.h"

typedef void (*encode_fn)(struct pd_put *p, unsigned misc, const void *value);

static void encode_str(struct pd_put *p, const char *s)
{
	pd_put_bytes(p, s ? s : "", (s ? strlen(s) : 0) + 1);
	pd_put_pad8(p);
}

/* Append a text field of @width bytes, padded with zeros. */
static void put_fstr(struct pd_put *p, struct pdata_str s, size_t width)
{
	size_t n = s.len < width ? s.len : width;

	pd_put_bytes(p, s.s, n);
	pd_put_zero(p, width - n);
}

/* Append a text field of at most @width bytes; shorter text is followed by its NUL and padding. */
static void put_fstr_upto(struct pd_put *p, struct pdata_str s, size_t width)
{
	size_t n = s.len < width ? s.len : width;

	pd_put_bytes(p, s.s, n);
	if (n < width)
		pd_put_zero(p, 1);
	pd_put_pad8(p);
}

static void put_fixed(struct pd_put *p, const uint8_t *s, size_t n)
{
	if (s)
		pd_put_bytes(p, s, n);
	else
		pd_put_zero(p, n);
}

/*
 * Append bytes that may contain numbers no row describes: only a copy in the same byte order is
 * correct.
 */
static void put_opaque(struct pd_put *p, const struct pdata_bytes *b)
{
	if (b->len && !pd_put_same_order(p, b->swap))
		p->foreign = true;
	pd_put_bytes(p, b->data, b->len);
}

/* Append an attr. The byte order of members that this library does not know cannot be converted. */
static void put_attr(struct pd_put *p, const struct pdata_bytes *b)
{
	struct pdata_attr a;
	uint8_t *at;

	if (pd_put_same_order(p, b->swap) || !b->data) {
		pd_put_bytes(p, b->data, b->len);
		return;
	}
	at = pd_put_room(p, b->len);
	if (!at)
		return;
	if (b->len > UINT32_MAX || b->len % 8 ||
	    pdata_attr_decode(b->data, (size_t)b->len, (int)b->swap, &a, NULL) < 0 ||
	    (b->len > PDATA_ATTR_SIZE_MAX &&
	     !pd_all_zero(b->data + PDATA_ATTR_SIZE_MAX, (size_t)b->len - PDATA_ATTR_SIZE_MAX))) {
		p->foreign = true;
		return;
	}
	a.size = (uint32_t)b->len;
	pdata_attr_encode(&a, at, (size_t)b->len, p->swap);
	/* a size of 0, which the earliest writers stored, stays 0 */
	pd_st32(at + 4, pd_ld32(b->data + 4, 1), 0);
}

#include "schema/undef.def"
/* Lists of elements: one function for each block of elems.def. */
#define PD_ELEM(name)                                                                              \
	static void put_##name##s(struct pd_put *p, const struct pdata_view *v, uint64_t count)    \
	{                                                                                          \
		const uint8_t *at = v->data;                                                       \
                                                                                                   \
		if (!pd_put_check_list(p, v, count))                                               \
			return;                                                                    \
		if (v->nr > (uint64_t)(p->end - p->pos) / pd_size_##name) {                        \
			p->full = true;                                                            \
			return;                                                                    \
		}                                                                                  \
		if (pd_put_same_order(p, v->swap)) {                                               \
			pd_put_bytes(p, at, v->nr *pd_size_##name);                                \
			return;                                                                    \
		}                                                                                  \
		for (uint64_t i = 0; i < v->nr; i++) {
#define PD_U64(f)                                                                                  \
	pd_put_numbers(p, at, 1, 8, v->swap);                                                      \
	at += 8;
#define PD_S64(f) PD_U64(f)
#define PD_X64(f) PD_U64(f)
#define PD_FSTR(f, n)                                                                              \
	pd_put_bytes(p, at, n);                                                                    \
	at += (n);
#define PD_ELEM_END(name)                                                                          \
	}                                                                                          \
	}
#include "schema/elems.def"

#include "schema/undef.def"
#define PD_U8(f) pd_put_u8(p, r->f);
#define PD_U16(f) pd_put_u16(p, r->f);
#define PD_U32(f) pd_put_u32(p, (uint32_t)r->f);
#define PD_U64(f) pd_put_u64(p, r->f);
#define PD_S32(f) PD_U32(f)
#define PD_S64(f) PD_U64(f)
#define PD_X32(f) PD_U32(f)
#define PD_X64(f) PD_U64(f)
#define PD_STR(f) encode_str(p, r->f);
#define PD_FSTR(f, n) put_fstr(p, r->f, n);
#define PD_FSTR_UPTO(f, n) put_fstr_upto(p, r->f, n);
#define PD_BYTES(f, n) put_fixed(p, r->f, n);
#define PD_BLOB(f, count) pd_put_bytes(p, r->f, r->count);
#define PD_PAD8 pd_put_pad8(p);
#define PD_ZERO(n) pd_put_zero(p, n);
#define PD_REST(f) put_opaque(p, &r->f);
#define PD_ATTR(f) put_attr(p, &r->f);
#define PD_TRACING(f) pd_put_bytes(p, r->f.data, r->f.len); /* the blob stores its own byte order */
#define PD_STR32(f)                                                                                \
	pd_put_u32(p, r->f.len);                                                                   \
	pd_put_bytes(p, (const uint8_t *)r->f.s, r->f.len);
#define PD_ONES_OF(f, mask)                                                                        \
	if (r->f != (uint64_t)__builtin_popcountll(r->mask))                                       \
		p->invalid = true;
#define PD_PAD_U32(n)                                                                              \
	pd_put_zero(p, -((size_t)(p->pos - p->start) - PDATA_RECORD_HEADER - 4) & ((n)-1));
#define PD_SUB(f, name) encode_##name(p, misc, &r->f);
#define PD_LIST(f, count, elem) put_##elem##s(p, &r->f, r->count);
#define PD_LIST_OR_NONE(f, count, elem) put_##elem##s(p, &r->f, r->f.nr ? r->count : 0);
#define PD_LIST16(f, count) pd_put_list(p, &r->f, r->count, 2);
#define PD_LIST32(f, count) pd_put_list(p, &r->f, r->count, 4);
#define PD_LISTX64(f, count) pd_put_list(p, &r->f, r->count, 8);
#define PD_LIST32_REST(f) pd_put_list(p, &r->f, r->f.nr, 4);
#define PD_LIST64_REST(f) pd_put_list(p, &r->f, r->f.nr, 8);
#define PD_LISTX64_REST(f) PD_LIST64_REST(f)
#define PD_CUSTOM(f) pd_encode_##f(p, r->f.format, &r->f);
#define PD_IF_MISC(bit) if (misc & (bit)) {
#define PD_IF_LEFT(n) {
#define PD_IF_WORD_MAX(v) {
#define PD_IF_EQ(f, v) if (r->f == (v)) {
#define PD_IF_NE(f, v) if (r->f != (v)) {
#define PD_ELSE                                                                                    \
	}                                                                                          \
	else                                                                                       \
	{
#define PD_ENDIF }
#define PD_RECORD(NAME, type, member)                                                              \
	static void encode_##NAME(struct pd_put *p, unsigned misc, const void *value)              \
	{                                                                                          \
		const __typeof__(((struct pdata_value *)0)->u.member) *r = value;                  \
		(void)misc;
#define PD_END(NAME, member) }
#define PD_RECORD_EMPTY(NAME, type)                                                                \
	static void encode_##NAME(struct pd_put *p, unsigned misc, const void *value)              \
	{                                                                                          \
		(void)p, (void)misc, (void)value;                                                  \
	}
#include "schema/records.def"

#include "schema/undef.def"

static const encode_fn encoders[PD_RECORD_SLOTS] = {
#include "schema/no_rows.def"
#define PD_RECORD(NAME, type, member) [PD_SLOT(type)] = encode_##NAME,
#define PD_RECORD_EMPTY(NAME, type) PD_RECORD(NAME, type, )
#include "schema/records.def"

#include "schema/undef.def"
};

#define PD_U32(f) pd_put_u32(p, r->f);
#define PD_S32(f) PD_U32(f)
#define PD_U64(f) pd_put_u64(p, r->f);
#define PD_IF_BIT(b) if (t & PDATA_SAMPLE_##b) {
#define PD_ENDIF_BIT(b) }
static void encode_sample_id(struct pd_put *p, uint64_t t, const struct pdata_sample_id *r)
{
#include "schema/sample_id.def"
}
#include "schema/undef.def"

#define PD_U32(f) pd_put_u32(p, r->f);
#define PD_S32(f) PD_U32(f)
#define PD_U64(f) pd_put_u64(p, r->f);
#define PD_X64(f) PD_U64(f)
#define PD_BLOB(f, count) pd_put_bytes(p, r->f, r->count);
#define PD_LISTX64(f, count) pd_put_list(p, &r->f, r->count, 8);
#define PD_CUSTOM(f) custom_##f(p, r, attr);
#define PD_IF_BITS(a, b) if (attr->sample_type & (PDATA_SAMPLE_##a | PDATA_SAMPLE_##b)) {
#define PD_IF_BIT(b) PD_IF_BITS(b, b)
#define PD_ENDIF_BITS(a, b) }
#define PD_ENDIF_BIT(b) }
#define custom_read(p, r, attr) pd_encode_read(p, (attr)->read_format, &(r)->read)
#define custom_branch(p, r, attr) pd_encode_branch(p, (attr)->branch_sample_type, &(r)->branch)
#define custom_regs_user(p, r, attr) pd_encode_regs(p, (attr)->sample_regs_user, &(r)->regs_user)
#define custom_regs_intr(p, r, attr) pd_encode_regs(p, (attr)->sample_regs_intr, &(r)->regs_intr)
#define custom_stack(p, r, attr) pd_encode_stack(p, &(r)->stack)
static void encode_sample(struct pd_put *p, const struct pdata_attr *attr,
			  const struct pdata_sample *r)
{
#include "schema/sample.def"
}
#include "schema/undef.def"

/*
 * Write the record header over the first 8 bytes and return the record's size, or an error if it
 * exceeds 16 bits.
 */
static int finish_encoded_record(struct pd_put *p, uint32_t type, uint16_t misc)
{
	size_t n = (size_t)(p->pos - p->start);

	if (p->invalid)
		return PDATA_E_ARG;
	if (p->full || n > UINT16_MAX)
		return PDATA_L_RECORD;
	if (p->foreign)
		return PDATA_E_ARG;
	pd_st32(p->start, type, p->swap);
	pd_st16(p->start + 4, misc, p->swap);
	pd_st16(p->start + 6, (uint16_t)n, p->swap);
	return (int)n;
}

int pdata_record_encode(uint32_t type, uint16_t misc, const struct pdata_value *v,
			const struct pdata_attr *attr, int swap, uint8_t *buf, size_t len)
{
	struct pd_put p = { .start = buf, .pos = buf, .end = buf + len, .swap = swap };
	uint32_t slot = pd_record_slot(type);

	if (slot >= PD_RECORD_SLOTS || !encoders[slot])
		return PDATA_N_RECORD;
	/* The decoder takes the layout of READ from the attr. */
	if (type == PDATA_RECORD_READ && attr && v->u.read.read.format != attr->read_format)
		return PDATA_E_ARG;
	pd_put_zero(&p, PDATA_RECORD_HEADER);
	encoders[slot](&p, misc, &v->u);
	if (pd_record_is_padded(type))
		pd_put_pad8(&p);
	if (attr && type < PDATA_RECORD_USER_START && pd_sample_id_size(attr))
		encode_sample_id(&p, attr->sample_type, &v->id);
	return finish_encoded_record(&p, type, misc);
}

int pdata_sample_encode(uint16_t misc, const struct pdata_sample *s, const struct pdata_attr *attr,
			int swap, uint8_t *buf, size_t len)
{
	struct pd_put p = { .start = buf, .pos = buf, .end = buf + len, .swap = swap };

	pd_put_zero(&p, PDATA_RECORD_HEADER);
	encode_sample(&p, attr, s);
	return finish_encoded_record(&p, PDATA_RECORD_SAMPLE, misc);
}
