/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The part of protobuf that simpleperf's features need: numbers, text and messages with field
 * numbers below 16, in ascending order, as its writers emit them. Source: protobuf.dev, "Encoding".
 */

#include "base/cursor.h"

enum { PD_PB_VARINT = 0, PD_PB_BYTES = 2 };

#define PD_VARINT_MAX 10u /* bytes of a number */

/* Skip the tag of field @n if it is next. Return: whether it was. */
static inline bool pd_pb_tag(struct pd_cur *c, unsigned n, unsigned wire)
{
	if (!pd_has(c, 1) || *c->pos != (n << 3 | wire))
		return false;
	c->pos++;
	return true;
}

/* Read a varint. Return: false if it is cut off or too long. */
static inline bool pd_pb_varint(struct pd_cur *c, uint64_t *v)
{
	*v = 0;
	for (unsigned i = 0; i < PD_VARINT_MAX && pd_has(c, 1); i++) {
		uint8_t b = pd_get_u8(c);

		*v |= (uint64_t)(b & 0x7f) << 7 * i;
		if (!(b & 0x80))
			return true;
	}
	return false;
}

/* Read a length. Return: false if it is invalid or exceeds the bytes that are left. */
static inline bool pd_pb_length(struct pd_cur *c, uint64_t *n)
{
	return pd_pb_varint(c, n) && pd_has(c, *n);
}

/* Write a varint to @buf, which has PD_VARINT_MAX bytes. Return: the bytes written. */
static inline size_t pd_pb_put(uint8_t *buf, uint64_t v)
{
	size_t n = 0;

	for (; v > 0x7f; v >>= 7)
		buf[n++] = (uint8_t)(v | 0x80);
	buf[n++] = (uint8_t)v;
	return n;
}
