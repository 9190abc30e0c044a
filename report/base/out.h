/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_OUT_H
#define REP_OUT_H

/*
 * Output into a large buffer with number formatting of its own: the inner loop of script. An out is
 * flushed when full; a failed write (closed pipe, full disk) sets err and drops the rest.
 */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct out {
	int fd;	 /* -1: memory only, the buffer grows */
	int err; /* errno of the first failed write */
	size_t len, cap;
	char *buf;
};

void out_open(struct out *o, int fd);
int out_close(struct out *o); /* flush and free; returns err */
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

static inline void out_mem(struct out *o, const void *s, size_t n)
{
	if (o->cap - o->len < n)
		out_make_room(o, n);
	if (o->cap - o->len < n)
		return;
	if (n) /* s and buf may be NULL without */
		memcpy(o->buf + o->len, s, n);
	o->len += n;
}

static inline void out_str(struct out *o, const char *s)
{
	out_mem(o, s, strlen(s));
}

static inline void out_char(struct out *o, char c)
{
	if (o->cap == o->len)
		out_make_room(o, 1);
	if (o->cap > o->len)
		o->buf[o->len++] = c;
}

#endif
