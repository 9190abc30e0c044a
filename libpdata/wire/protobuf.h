/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads and writes the part of protobuf that the features of simpleperf need: integers, text and
 * messages, in fields whose numbers are below 16 and ascend. Protobuf allows any order of the
 * fields, but simpleperf writes them in ascending order. Source: protobuf.dev, "Encoding".
 */

#include "base/cursor.h"

enum { PD_PB_VARINT = 0, PD_PB_BYTES = 2 };

#define PD_VARINT_MAX 10u /* largest size of a varint in bytes */

/*
 * If the next byte is the tag of the field with the number @n and the wire type @wire, skip this
 * byte. Return: whether it was skipped.
 */
static inline bool pd_pb_tag(struct pd_cur *c, unsigned n, unsigned wire)
{
	if (!pd_has(c, 1) || *c->pos != (n << 3 | wire))
		return false;
	c->pos++;
	return true;
}

/* Read a varint into *@v. Return: false if it is truncated or longer than PD_VARINT_MAX bytes. */
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

/*
 * Read a length in bytes into *@n. Return: false if the length is invalid, or if fewer than *@n
 * bytes are left behind it.
 */
static inline bool pd_pb_length(struct pd_cur *c, uint64_t *n)
{
	return pd_pb_varint(c, n) && pd_has(c, *n);
}

/* Write @v as a varint to @buf, which has PD_VARINT_MAX bytes. Return: number of bytes written. */
static inline size_t pd_pb_put(uint8_t *buf, uint64_t v)
{
	size_t n = 0;

	for (; v > 0x7f; v >>= 7)
		buf[n++] = (uint8_t)(v | 0x80);
	buf[n++] = (uint8_t)v;
	return n;
}
