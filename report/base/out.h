/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Output into a large buffer with number formatting of its own: the inner loop of script. An out is
 * flushed when full; a failed write (closed pipe, full disk) sets err and drops the rest.
 *
 * Names come from the recording, whose author may have chosen them for the reader's terminal.
 * Where an out leads to one, or to the pager, the caller sets its guard: out_str(), out_str_w(),
 * out_mem() and the arguments of out_printf() have '?' in place of each byte that a terminal acts
 * on. Literals, formats, out_char() and out_raw() are the program's own and pass as they are.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct out {
	int fd;	 /* -1: memory only, the buffer grows */
	int err; /* errno of the first failed write, or ENOMEM: there was no room for all text */
	/* what is in memory only has that of the out that it goes to, if the caller sets it */
	bool guard;
	size_t len, cap;
	char *buf;
};

void out_open(struct out *o, int fd); /* with the guard off */
int out_close(struct out *o);	      /* flush and free; returns err */
void out_flush(struct out *o);
void out_make_room(struct out *o, size_t n); /* n free bytes at buf + len, or fewer with err */

void out_printf(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void out_dec(struct out *o, uint64_t v);
void out_sdec(struct out *o, int64_t v);
void out_hex(struct out *o, uint64_t v);		   /* no 0x */
void out_dec_w(struct out *o, uint64_t v, unsigned width); /* right-aligned with blanks */
void out_hex_w(struct out *o, uint64_t v, unsigned width); /* right-aligned with blanks */
void out_hex_z16(struct out *o, uint64_t v);		   /* 16 digits */
void out_dec_z(struct out *o, uint64_t v, unsigned width); /* right-aligned with zeros */
void out_pad(struct out *o, char c, size_t n);
void out_str_w(struct out *o, const char *s, int width); /* as %*s: negative: left-aligned */

void out_guarded(struct out *o, const void *s, size_t n); /* out_mem() where the guard is on */
/* A line of a text file: where the guard is on, tabs stay. */
void out_line(struct out *o, const char *s, size_t n);

/* What the program itself says: colours, line ends, text that is made already. */
static inline void out_raw(struct out *o, const void *s, size_t n)
{
	if (o->cap - o->len < n)
		out_make_room(o, n);
	if (o->cap - o->len < n)
		return;
	if (n) /* s and buf may be NULL without */
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

/* A literal is the program's own. */
#define out_str(o, s) (__builtin_constant_p(s) ? out_raw_str(o, s) : out_name(o, s))

static inline void out_char(struct out *o, char c)
{
	if (o->cap == o->len)
		out_make_room(o, 1);
	if (o->cap > o->len)
		o->buf[o->len++] = c;
}
