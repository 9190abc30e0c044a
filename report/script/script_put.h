/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Appends short texts to a struct out, in code that runs for every sample. For speed, room for a
 * text is requested once, and texts are copied in steps of a size that the compiler knows,
 * SCRIPT_PUT_STEP bytes. A copy may therefore read and write up to SCRIPT_PUT_STEP bytes after the
 * end of the text.
 */

#include "base/out.h"

#define SCRIPT_PUT_STEP 32u

/*
 * Make room in @o for @n + SCRIPT_PUT_STEP bytes. Return: pointer to the free bytes, or NULL if
 * memory is exhausted. The caller writes its text to the free bytes, and then adds the length of
 * the text to @o->len.
 */
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

/* Append the @n bytes at @s to @o. SCRIPT_PUT_STEP bytes from @s + @n on must be readable, too. */
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
 * As put_short(), for a text that contains names from the recording. If @o->guard is set, bytes
 * that control a terminal become '?'.
 */
static inline void put_short_name(struct out *o, const char *s, size_t n)
{
	if (__builtin_expect(o->guard, 0))
		out_guarded(o, s, n);
	else
		put_short(o, s, n);
}

/* Write @v, an integer below 100, as two decimal digits. Return: the position after the digits. */
static inline char *put_pair(char *to, unsigned v)
{
	to[0] = (char)('0' + v / 10);
	to[1] = (char)('0' + v % 10);
	return to + 2;
}
