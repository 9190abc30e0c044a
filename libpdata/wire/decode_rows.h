/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Defines, for decoders, the macros that the layout tables in schema/ consist of. Most macros
 * decode a field from the cursor c (struct pd_cur *) into *r; the decoder returns at the first
 * field that does not fit. PD_SWAP is the byte order: a constant or c->swap. Include this file
 * after schema/undef.def.
 */
#define PD_TAKE(n, f)                                                                              \
	if (!pd_has(c, (n)))                                                                       \
		return pd_fail(c, PDATA_E_TRUNCATED, #f);

#define PD_U8(f) PD_TAKE(1, f) r->f = pd_get_u8(c);
#define PD_U16(f) PD_TAKE(2, f) r->f = pd_get_u16(c, PD_SWAP);
#define PD_U32(f) PD_TAKE(4, f) r->f = (__typeof__(r->f))pd_get_u32(c, PD_SWAP);
#define PD_U64(f) PD_TAKE(8, f) r->f = pd_get_u64(c, PD_SWAP);
#define PD_S32(f) PD_U32(f)
#define PD_S64(f) PD_U64(f)
#define PD_X32(f) PD_U32(f)
#define PD_X64(f) PD_U64(f)
#define PD_BITS64(f, set) PD_U64(f)
#define PD_FILE_BE ((PD_SWAP) ? !PD_HOST_BE : PD_HOST_BE)
#define PD_MIRROR64(f, set, widths)                                                                \
	PD_TAKE(8, f)                                                                              \
	r->f = pd_get_u64(c, PD_SWAP);                                                             \
	if (PD_FILE_BE)                                                                            \
		r->f = pd_mirror(r->f, 64, widths, 1);
#define PD_MIRROR32(f, set, widths)                                                                \
	PD_TAKE(4, f)                                                                              \
	r->f = pd_get_u32(c, PD_SWAP);                                                             \
	if (PD_FILE_BE)                                                                            \
		r->f = (uint32_t)pd_mirror(r->f, 32, widths, 1);

/* A string up to the first NUL. It must be the last field: it takes the rest of the payload. */
#define PD_STR(f)                                                                                  \
	if (!pd_left(c) || !memchr(c->pos, 0, pd_left(c)))                                         \
		return pd_fail(c, PDATA_E_STRING, #f);                                             \
	r->f = (const char *)pd_get_bytes(c, pd_left(c));
#define PD_FSTR(f, n)                                                                              \
	PD_TAKE(n, f)                                                                              \
	r->f.s = (const char *)pd_get_bytes(c, n);                                                 \
	r->f.len = (uint32_t)strnlen(r->f.s, n);
/*
 * A string in a field of @n bytes. The record may have fewer than @n bytes left, because writers
 * may end the record behind the NUL.
 */
#define PD_FSTR_UPTO(f, n)                                                                         \
	r->f.s = (const char *)c->pos;                                                             \
	r->f.len = (uint32_t)strnlen(r->f.s, pd_left(c) < (n) ? pd_left(c) : (n));                 \
	(void)pd_get_bytes(c, pd_left(c) < (n) ? pd_left(c) : (n));
#define PD_BYTES(f, n) PD_TAKE(n, f) r->f = pd_get_bytes(c, n);
#define PD_BLOB(f, count)                                                                          \
	if (!pd_has(c, r->count))                                                                  \
		return pd_fail(c, PDATA_E_COUNT, #f);                                              \
	r->f = pd_get_bytes(c, (size_t)r->count);
#define PD_PAD8
#define PD_PAD_U32(n)
#define PD_ZERO(n) PD_TAKE(n, padding)(void) pd_get_bytes(c, n);
#define PD_REST(f)                                                                                 \
	r->f.len = pd_left(c);                                                                     \
	r->f.swap = (PD_SWAP) != 0;                                                                \
	r->f.data = pd_get_bytes(c, pd_left(c));
#define PD_TRACING(f) PD_REST(f)
#define PD_STR32(f)                                                                                \
	PD_TAKE(4, f)                                                                              \
	r->f.len = pd_get_u32(c, PD_SWAP);                                                         \
	if (!pd_has(c, r->f.len))                                                                  \
		return pd_fail(c, PDATA_E_COUNT, #f);                                              \
	r->f.s = (const char *)pd_get_bytes(c, r->f.len);
/* A count that has no bytes in the file: the number of bits that are set in r->mask. */
#define PD_ONES_OF(f, mask) r->f = (uint64_t)__builtin_popcountll(r->mask);
#define PD_SUB(f, name)                                                                            \
	if (PD_FN(name)(c, misc, &r->f))                                                           \
		return c->err;

#define PD_VIEW(f, n, size)                                                                        \
	if ((n) > pd_left(c) / (size))                                                             \
		return pd_fail(c, PDATA_E_COUNT, #f);                                              \
	r->f.nr = (n);                                                                             \
	r->f.swap = (PD_SWAP) != 0;                                                                \
	r->f.data = pd_get_bytes(c, (size_t)(n) * (size));
#define PD_LIST(f, count, elem) PD_VIEW(f, r->count, (size_t)pd_size_##elem)
#define PD_LIST_OR_NONE(f, count, elem) PD_LIST(f, count, elem)
#define PD_LIST16(f, count) PD_VIEW(f, r->count, 2u)
#define PD_LIST32(f, count) PD_VIEW(f, r->count, 4u)
#define PD_LISTX64(f, count) PD_VIEW(f, r->count, 8u)
#define PD_LIST32_REST(f) PD_VIEW(f, pd_left(c) / 4, 4u)
#define PD_LIST64_REST(f) PD_VIEW(f, pd_left(c) / 8, 8u)
#define PD_LISTX64_REST(f) PD_LIST64_REST(f)

#define PD_IF_MISC(bit) if (misc & (bit)) {
#define PD_IF_LEFT(n) if (pd_left(c) >= (n)) {
#define PD_IF_WORD_MAX(v) if (pd_left(c) >= 4 && pd_ld32(c->pos, PD_SWAP) <= (v)) {
#define PD_IF_EQ(f, v) if (r->f == (v)) {
#define PD_IF_NE(f, v) if (r->f != (v)) {
#define PD_ELSE                                                                                    \
	}                                                                                          \
	else                                                                                       \
	{
#define PD_ENDIF }
