/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decodes and encodes struct perf_event_attr of any published size and either byte order, expanded
 * from the rows of schema/attr.def.
 */
#include "base/cursor.h"
#include "base/err.h"
#include "wire/encode.h"

#define PD_SWAP (c->swap)
#include "schema/undef.def"

#include "wire/decode_rows.h"
static int decode_rows(struct pd_cur *c, struct pdata_attr *r)
{
#include "schema/attr.def"
	return 0;
}
#include "schema/undef.def"

int pdata_attr_decode(const uint8_t *data, size_t len, int swap, struct pdata_attr *a,
		      struct pdata_error *err)
{
	uint8_t image[PDATA_ATTR_SIZE_MAX] = { 0 };
	struct pd_cur c = pd_cur_init(image, sizeof(image), swap);
	size_t size;

	memset(a, 0, sizeof(*a));
	if (len < PDATA_ATTR_SIZE_VER0)
		return pd_error(err, PDATA_E_ATTR, 0, 0, "attr",
				"%zu bytes, at least 64 are needed", len);
	size = pd_ld32(data + 4, swap);
	if (!size)
		size = PDATA_ATTR_SIZE_VER0;
	if (size < PDATA_ATTR_SIZE_VER0)
		return pd_error(err, PDATA_E_ATTR, 4, 0, "attr.size", "%zu is below 64", size);
	if (size > len)
		size = len;

	/*
	 * Published sizes are multiples of 8: bytes beyond a multiple are part of a field and
	 * cannot be decoded as a number.
	 */
	memcpy(image, data, size < sizeof(image) ? size & ~(size_t)7 : sizeof(image));
	decode_rows(&c, a);
	if (!a->size)
		a->size = PDATA_ATTR_SIZE_VER0;
	return (int)size;
}

#define PD_U16(f) pd_put_u16(p, r->f);
#define PD_U32(f) pd_put_u32(p, (uint32_t)r->f);
#define PD_S32(f) PD_U32(f)
#define PD_U64(f) pd_put_u64(p, r->f);
#define PD_X64(f) PD_U64(f)
#define PD_BITS64(f, set) PD_U64(f)
#define PD_MIRROR64(f, set, widths) pd_put_u64(p, be ? pd_mirror(r->f, 64, widths, 0) : r->f);
#define PD_MIRROR32(f, set, widths)                                                                \
	pd_put_u32(p, be ? (uint32_t)pd_mirror(r->f, 32, widths, 0) : r->f);
static void encode_rows(struct pd_put *p, const struct pdata_attr *r)
{
	int be = p->swap ? !PD_HOST_BE : PD_HOST_BE;

#include "schema/attr.def"
}
#include "schema/undef.def"

int pdata_attr_encode(const struct pdata_attr *a, uint8_t *buf, size_t len, int swap)
{
	uint8_t image[PDATA_ATTR_SIZE_MAX] = { 0 };
	struct pd_put p = {
		.start = image, .pos = image, .end = image + sizeof(image), .swap = swap
	};

	if (a->size < PDATA_ATTR_SIZE_VER0 || a->size > len || a->size > INT32_MAX)
		return PDATA_E_ARG;
	encode_rows(&p, a);
	memset(buf, 0, a->size);
	memcpy(buf, image, a->size < sizeof(image) ? a->size : sizeof(image));
	return (int)a->size;
}
