/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Encodes integers and bytes into a buffer of fixed size. A write that does not fit is dropped. */

#include "base/bytes.h"
#include <pdata/types.h>
#include <stdbool.h>
#include <stddef.h>

struct pd_put {
	uint8_t *start, *pos, *end;
	/*
	 * 1: write integers in the byte order that is not the host's; 0: in the host's byte order
	 */
	int swap;
	bool full; /* at least one write did not fit and was dropped */
	/*
	 * an attr, or bytes without a known layout, had another byte order than the output and
	 * could not be converted
	 */
	bool foreign;
	/*
	 * two members of the value contradict each other, or a pointer to bytes is NULL although
	 * their count is not 0
	 */
	bool invalid;
};

static inline uint8_t *pd_put_room(struct pd_put *p, uint64_t n)
{
	uint8_t *at = p->pos;

	if ((uint64_t)(p->end - p->pos) < n) {
		p->full = true;
		return NULL;
	}
	p->pos += n;
	return at;
}

static inline void pd_put_u8(struct pd_put *p, uint8_t v)
{
	uint8_t *at = pd_put_room(p, 1);

	if (at)
		*at = v;
}

static inline void pd_put_u16(struct pd_put *p, uint16_t v)
{
	uint8_t *at = pd_put_room(p, 2);

	if (at)
		pd_st16(at, v, p->swap);
}

static inline void pd_put_u32(struct pd_put *p, uint32_t v)
{
	uint8_t *at = pd_put_room(p, 4);

	if (at)
		pd_st32(at, v, p->swap);
}

static inline void pd_put_u64(struct pd_put *p, uint64_t v)
{
	uint8_t *at = pd_put_room(p, 8);

	if (at)
		pd_st64(at, v, p->swap);
}

static inline void pd_put_bytes(struct pd_put *p, const void *s, uint64_t n)
{
	uint8_t *at = pd_put_room(p, n);

	if (n && !s)
		p->invalid = true;
	else if (at && n)
		memcpy(at, s, n);
}

static inline void pd_put_zero(struct pd_put *p, uint64_t n)
{
	uint8_t *at = pd_put_room(p, n);

	if (at && n)
		memset(at, 0, n);
}

static inline bool pd_put_same_order(const struct pd_put *p, uint32_t swap)
{
	return !swap == !p->swap;
}

/*
 * Append the @nr integers of @width bytes at @from, converted to the byte order of @p. @swap: the
 * integers at @from are not in the host's byte order.
 */
static inline void pd_put_numbers(struct pd_put *p, const uint8_t *from, uint64_t nr,
				  unsigned width, uint32_t swap)
{
	uint8_t *at;

	if (nr > (uint64_t)(p->end - p->pos) / width) {
		p->full = true;
		return;
	}
	if (pd_put_same_order(p, swap) || !from) {
		pd_put_bytes(p, from, nr * width);
		return;
	}
	at = pd_put_room(p, nr * width);
	for (uint64_t i = 0; at && i < nr; i++, at += width, from += width)
		pd_stn(at, pd_ldn(from, width, 1), width, 0);
}

/*
 * Return whether @v is a list of @count elements that can be read. If it is not, note in @p that
 * the value is invalid.
 */
static inline bool pd_put_check_list(struct pd_put *p, const struct pdata_view *v, uint64_t count)
{
	const bool ok = v->nr == count && (v->data || !count);

	p->invalid |= !ok;
	return ok;
}

/*
 * Append the list @v of integers of @width bytes. @count: number of elements that the list must
 * have, usually the value of another member. If the list has another number, set p->invalid.
 */
static inline void pd_put_list(struct pd_put *p, const struct pdata_view *v, uint64_t count,
			       unsigned width)
{
	if (pd_put_check_list(p, v, count))
		pd_put_numbers(p, v->data, count, width, v->swap);
}

/* Append zeros until the length of the buffer's content is a multiple of 8 bytes. */
static inline void pd_put_pad8(struct pd_put *p)
{
	pd_put_zero(p, (uint64_t)(-(uintptr_t)(p->pos - p->start) & 7));
}
