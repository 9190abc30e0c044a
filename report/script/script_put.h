/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Appends short texts to an out, for code that runs for every sample: room is asked for once, and
 * copies have a constant size. These copies read and write up to SCRIPT_PUT_STEP bytes too many.
 */

#include "base/out.h"

#define SCRIPT_PUT_STEP 32u

/* A pointer to room for @n bytes and SCRIPT_PUT_STEP more; NULL if memory is exhausted. */
static inline char *put_room(struct out *o, size_t n)
{
	n += SCRIPT_PUT_STEP;
	if (__builtin_expect(o->cap - o->len < n, 0)) {
		out_make_room(o, n);
		if (o->cap - o->len < n)
			return NULL;
	}
	return o->buf + o->len;
}

/* Append @n bytes of @s. SCRIPT_PUT_STEP bytes after them must be readable. */
static inline void put_short(struct out *o, const char *s, size_t n)
{
	char *to = put_room(o, n);

	if (!to)
		return;
	for (size_t i = 0; i < n; i += SCRIPT_PUT_STEP)
		memcpy(to + i, s + i, SCRIPT_PUT_STEP);
	o->len += n;
}

/*
 * As put_short(), for text with names from the recording, which are escaped if @o has its guard
 * set.
 */
static inline void put_short_name(struct out *o, const char *s, size_t n)
{
	if (__builtin_expect(o->guard, 0))
		out_guarded(o, s, n);
	else
		put_short(o, s, n);
}

/* Write @v, which is below 100, as two digits. */
static inline char *put_pair(char *to, unsigned v)
{
	to[0] = (char)('0' + v / 10);
	to[1] = (char)('0' + v % 10);
	return to + 2;
}
