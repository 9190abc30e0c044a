/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expands to one decoder function PD_FN(NAME) for each record type NAME, for the byte order
 * PD_SWAP. decode.c includes this file once for each byte order.
 */
#include "schema/undef.def"

#include "wire/decode_rows.h"

#define PD_RECORD(NAME, type, member)                                                              \
	static int PD_FN(NAME)(struct pd_cur * c, unsigned misc, void *value)                      \
	{                                                                                          \
		__typeof__(((struct pdata_value *)0)->u.member) *r = value;                        \
		(void)misc;
#define PD_END(NAME, member)                                                                       \
	return 0;                                                                                  \
	}
#define PD_RECORD_EMPTY(NAME, type)                                                                \
	static int PD_FN(NAME)(struct pd_cur * c, unsigned misc, void *value)                      \
	{                                                                                          \
		(void)c, (void)misc, (void)value;                                                  \
		return 0;                                                                          \
	}
#define PD_CUSTOM(f)                                                                               \
	if (pd_decode_##f(c, c->attr ? c->attr->read_format : 0, &r->f))                           \
		return c->err;
#define PD_ATTR(f)                                                                                 \
	PD_TAKE(PDATA_ATTR_SIZE_VER0, f)                                                           \
	r->f.len = pd_ld32(c->pos + 4, PD_SWAP);                                                   \
	r->f.len = r->f.len ? r->f.len : PDATA_ATTR_SIZE_VER0;                                     \
	if (r->f.len < PDATA_ATTR_SIZE_VER0 || !pd_has(c, r->f.len))                               \
		return pd_fail(c, PDATA_E_ATTR, #f ".size");                                       \
	r->f.swap = (PD_SWAP) != 0;                                                                \
	r->f.data = pd_get_bytes(c, (size_t)r->f.len);
#include "schema/records.def"

#include "schema/undef.def"
