/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes output through a large buffer and formats numbers fast, because printing is the inner loop
 * of pdata script. A full buffer is written to the descriptor; a failed write (closed pipe, full
 * disk) sets out.err, and all further output is dropped.
 *
 * Names come from the recording, whose author may have chosen them to harm the reader's terminal.
 * For output to a terminal or to the pager, the caller sets out.guard. If out.guard is set, a '?'
 * replaces each byte that controls a terminal in the text of out_str(), out_str_w() and out_mem(),
 * and in the arguments of out_printf(). String literals, formats, and the text of out_char() and
 * out_raw() come from the program itself and are not changed.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct out {
	int fd;	 /* descriptor to write to; -1: the text stays in memory, and @buf grows */
	int err; /* errno of the first failed write; ENOMEM: the buffer cannot grow; 0: no error */
	/*
	 * Whether a '?' replaces each byte that controls a terminal, except in text of the program
	 * itself. If the caller collects text in one struct out (with @fd -1) and then copies it to
	 * another struct out, the caller gives both the same @guard.
	 */
	bool guard;
	/*
	 * If @fd is -1, this function is called before @buf grows; it may write the text elsewhere
	 * and set o->len to 0. NULL: no function is called.
	 */
	void (*full)(struct out *o);
	size_t len, cap;
	char *buf;
};

void out_open(struct out *o, int fd); /* @o->guard becomes false */
int out_close(struct out *o);	      /* writes the rest, frees the buffer, returns o->err */
void out_flush(struct out *o);
/*
 * Make room for @n bytes after the text in o->buf: write the text to the descriptor, or let the
 * buffer grow. If memory is exhausted, o->err becomes ENOMEM, and there is room for fewer than @n
 * bytes.
 */
void out_make_room(struct out *o, size_t n);

void out_printf(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void out_dec(struct out *o, uint64_t v);
void out_sdec(struct out *o, int64_t v);
void out_hex(struct out *o, uint64_t v);		   /* without 0x */
void out_dec_w(struct out *o, uint64_t v, unsigned width); /* right-aligned with blanks */
void out_hex_w(struct out *o, uint64_t v, unsigned width); /* right-aligned with blanks */
void out_hex_z16(struct out *o, uint64_t v);		   /* 16 digits with leading zeros */
void out_dec_z(struct out *o, uint64_t v, unsigned width); /* right-aligned with zeros */
void out_pad(struct out *o, char c, size_t n);
void out_str_w(struct out *o, const char *s, int width); /* as %*s; @width < 0: left-aligned */

/*
 * Append @n bytes with a '?' in place of each byte that controls a terminal. out_mem() calls this
 * function if o->guard is set.
 */
void out_guarded(struct out *o, const void *s, size_t n);
/*
 * Append a line of a text file as out_mem() does, but never replace tabs, which out_mem() does if
 * o->guard is set.
 */
void out_line(struct out *o, const char *s, size_t n);

/*
 * Append text that cannot harm a terminal, such as text that another struct out with the same
 * guard has collected, or text that is meant to control the terminal, such as colours and line
 * ends. The function ignores o->guard.
 */
static inline void out_raw(struct out *o, const void *s, size_t n)
{
	if (o->cap - o->len < n)
		out_make_room(o, n);
	if (o->cap - o->len < n)
		return;
	if (n) /* if n is 0, s and buf may be NULL */
		memcpy(o->buf + o->len, s, n);
	o->len += n;
}

static inline void out_raw_str(struct out *o, const char *s)
{
	out_raw(o, s, strlen(s));
}

static inline void out_mem(struct out *o, const void *s, size_t n)
{
	if (__builtin_expect(o->guard, 0))
		out_guarded(o, s, n);
	else
		out_raw(o, s, n);
}

static inline void out_name(struct out *o, const char *s)
{
	out_mem(o, s, strlen(s));
}

/*
 * Append the string @s. If @s is a string literal, the macro ignores o->guard, because a literal
 * is text of the program itself.
 */
#define out_str(o, s) (__builtin_constant_p(s) ? out_raw_str(o, s) : out_name(o, s))

static inline void out_char(struct out *o, char c)
{
	if (o->cap == o->len)
		out_make_room(o, 1);
	if (o->cap > o->len)
		o->buf[o->len++] = c;
}
