/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes output through a large buffer and formats numbers fast, because printing is the inner loop
 * of script. A full buffer is written to the descriptor; a failed write (closed pipe, full disk)
 * sets err, and the rest is dropped.
 *
 * Names come from the recording, whose author may have chosen them to harm the reader's terminal.
 * For output to a terminal, or to the pager, the caller sets guard: out_str(), out_str_w(),
 * out_mem() and the arguments of out_printf() then have '?' in place of each byte that controls a
 * terminal. Literals, formats, out_char() and out_raw() are the program's own text and pass
 * unchanged.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct out {
	int fd;	 /* -1: in memory only, the buffer grows */
	int err; /* errno of the first failed write; ENOMEM: there was no room for all text */
	/*
	 * Replace bytes that control a terminal, see above. If the text of a struct out in memory
	 * is later copied to another struct out, the caller gives both the same guard.
	 */
	bool guard;
	/*
	 * NULL, or a function that is called before the buffer of a struct out in memory grows.
	 * The function may take the text away: it then sets len to 0.
	 */
	void (*full)(struct out *o);
	size_t len, cap;
	char *buf;
};

void out_open(struct out *o, int fd); /* with the guard off */
int out_close(struct out *o);	      /* flush and free; returns err */
void out_flush(struct out *o);
/* Make n free bytes at buf + len; if that fails, there are fewer, and err is set. */
void out_make_room(struct out *o, size_t n);

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

void out_guarded(struct out *o, const void *s, size_t n); /* out_mem() if the guard is set */
/* Put a line of a text file. As out_mem(), but the guard does not replace tabs. */
void out_line(struct out *o, const char *s, size_t n);

/* Put text of the program itself: colours, line ends, text that is already harmless. */
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

/* A literal is the program's own text, so the guard need not check it. */
#define out_str(o, s) (__builtin_constant_p(s) ? out_raw_str(o, s) : out_name(o, s))

static inline void out_char(struct out *o, char c)
{
	if (o->cap == o->len)
		out_make_room(o, 1);
	if (o->cap > o->len)
		o->buf[o->len++] = c;
}
