/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A cursor: a position in untrusted bytes, with their end. The decoders, which are expanded from
 * the tables of layouts in schema/, call pd_has() before each read. At the first failure a decoder
 * stores the error and the name of the field in the cursor, and returns at once. pd_cur_error()
 * takes the position of the cursor at that moment as the place of the error.
 */

#include "base/bytes.h"
#include <pdata/pdata.h>
#include <stdbool.h>
#include <stddef.h>

struct pd_cur {
	const uint8_t *start, *pos, *end;
	/*
	 * 1: the integers are not in the host's byte order; 0: they are; decoders that are made
	 * for one fixed byte order do not read @swap
	 */
	int swap;
	int err;	   /* PDATA_E_ code of the first failure; 0: none */
	const char *field; /* name of the field that could not be decoded; NULL: no failure */
	/*
	 * attr of the event of the record that is decoded, for layouts that depend on the attr;
	 * NULL: the record has no event
	 */
	const struct pdata_attr *attr;
};

static inline struct pd_cur pd_cur_init(const uint8_t *data, size_t len, int swap)
{
	return (struct pd_cur){ .start = data, .pos = data, .end = data + len, .swap = swap };
}

static inline size_t pd_left(const struct pd_cur *c)
{
	return (size_t)(c->end - c->pos);
}

static inline bool pd_has(const struct pd_cur *c, uint64_t n)
{
	return __builtin_expect(pd_left(c) >= n, 1);
}

static inline int pd_fail(struct pd_cur *c, int err, const char *field)
{
	c->err = err;
	c->field = field;
	return err;
}

/* The caller of the pd_get_ functions must have checked with pd_has() that the bytes exist. */
static inline uint8_t pd_get_u8(struct pd_cur *c)
{
	return *c->pos++;
}

static inline uint16_t pd_get_u16(struct pd_cur *c, int swap)
{
	c->pos += 2;
	return pd_ld16(c->pos - 2, swap);
}

static inline uint32_t pd_get_u32(struct pd_cur *c, int swap)
{
	c->pos += 4;
	return pd_ld32(c->pos - 4, swap);
}

static inline uint64_t pd_get_u64(struct pd_cur *c, int swap)
{
	c->pos += 8;
	return pd_ld64(c->pos - 8, swap);
}

static inline const uint8_t *pd_get_bytes(struct pd_cur *c, size_t n)
{
	c->pos += n;
	return c->pos - n;
}
