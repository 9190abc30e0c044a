/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_ENCODE_H
#define PD_ENCODE_H

/* A bounded place to write to; what does not fit sets full and is dropped. */

#include "base/bytes.h"
#include <stdbool.h>
#include <stddef.h>

struct pd_put {
	uint8_t *start, *pos, *end;
	int swap;
	bool full;
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

	if (at && n)
		memcpy(at, s, n);
}

static inline void pd_put_zero(struct pd_put *p, uint64_t n)
{
	uint8_t *at = pd_put_room(p, n);

	if (at && n)
		memset(at, 0, n);
}

/* Zeros up to a multiple of 8 from the start. */
static inline void pd_put_pad8(struct pd_put *p)
{
	pd_put_zero(p, (uint64_t)(-(uintptr_t)(p->pos - p->start) & 7));
}

#endif
