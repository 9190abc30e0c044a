/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Buffers output and formats decimal, hexadecimal and padded fields fast, for commands that print
 * millions of lines.
 */
#include "base/out.h"

#include "base/digits.h"
#include "base/memory.h"

#include <pdata/text.h>

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#define OUT_SIZE (256u << 10)

void out_open(struct out *o, int fd)
{
	*o = (struct out){ .fd = fd };
}

void out_flush(struct out *o)
{
	size_t done = 0;

	if (o->fd < 0)
		return;
	while (done < o->len && !o->err) {
		ssize_t n = write(o->fd, o->buf + done, o->len - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			o->err = errno;
	}
	o->len = 0;
}

int out_close(struct out *o)
{
	out_flush(o);
	free(o->buf);
	o->buf = NULL;
	o->len = o->cap = 0;
	return o->err;
}

/*
 * If there is no room for text, a failed allocation is counted, so that an out in memory needs no
 * check of its own.
 */
static void out_no_memory(struct out *o)
{
	mem_count_failure();
	o->err = ENOMEM;
}

void out_make_room(struct out *o, size_t n)
{
	size_t cap = o->cap ? o->cap : OUT_SIZE;
	char *buf;

	if (o->full)
		o->full(o);
	out_flush(o);
	if (o->cap - o->len >= n)
		return;
	while (cap - o->len < n) {
		if (cap > SIZE_MAX / 2) {
			out_no_memory(o);
			return;
		}
		cap *= 2;
	}
	buf = realloc(o->buf, cap);
	if (!buf) {
		out_no_memory(o);
		return;
	}
	o->buf = buf;
	o->cap = cap;
}

void out_guarded(struct out *o, const void *s, size_t n)
{
	if (o->cap - o->len < n)
		out_make_room(o, n);
	if (o->cap - o->len < n)
		return;
	out_raw(o, s, n);
	pdata_text_printable(o->buf + o->len - n, n, 0);
}

void out_line(struct out *o, const char *s, size_t n)
{
	for (size_t len; o->guard && n; s += len, n -= len) {
		const char *tab = memchr(s, '\t', n);

		if (tab == s) {
			out_char(o, '\t');
			len = 1;
			continue;
		}
		len = tab ? (size_t)(tab - s) : n;
		out_guarded(o, s, len);
	}
	out_raw(o, s, n);
}

/*
 * Print @fmt with control characters in its arguments made harmless. Those of the format itself
 * stay. To find them, the text is also made with the format's control characters replaced; where
 * both texts differ, the character is the format's.
 */
static void printf_guarded(struct out *o, const char *fmt, va_list ap)
{
	char *other = strdup(fmt), *text = NULL, *shown = NULL;
	va_list again;
	int n = -1, shown_len = -1;

	for (char *s = other; s && *s; s++)
		if ((unsigned char)*s < 0x20)
			*s = '?';
	va_copy(again, ap);
	if (other)
		n = vasprintf(&text, fmt, ap);
	if (n >= 0)
		shown_len = vasprintf(&shown, other, again);
	if (shown_len < 0)
		out_no_memory(o);
	if (shown_len >= 0 && shown_len == n) {
		for (int i = 0; i < n; i++)
			if (text[i] == shown[i])
				text[i] = 0;
		pdata_text_printable(shown, (size_t)n, 0);
		for (int i = 0; i < n; i++)
			out_char(o, text[i] ? text[i] : shown[i]);
	}
	if (shown_len >= 0)
		free(shown);
	va_end(again);
	if (n >= 0)
		free(text);
	free(other);
}

void out_printf(struct out *o, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (o->guard) {
		va_start(ap, fmt);
		printf_guarded(o, fmt, ap);
		va_end(ap);
		return;
	}
	va_start(ap, fmt);
	n = vsnprintf(o->buf ? o->buf + o->len : NULL, o->cap - o->len, fmt, ap);
	va_end(ap);
	if (n < 0) {
		o->err = errno;
		return;
	}
	if ((size_t)n < o->cap - o->len) {
		o->len += (size_t)n;
		return;
	}
	out_make_room(o, (size_t)n + 1);
	if (o->cap - o->len <= (size_t)n)
		return;
	va_start(ap, fmt);
	vsnprintf(o->buf + o->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	o->len += (size_t)n;
}

static void out_padded(struct out *o, const char *s, size_t n, char fill, unsigned width)
{
	if (n < width)
		out_pad(o, fill, width - n);
	out_mem(o, s, n);
}

void out_dec(struct out *o, uint64_t v)
{
	char b[REP_DIGITS_MAX], *s = rep_dec_before(b + sizeof(b), v);

	out_mem(o, s, (size_t)(b + sizeof(b) - s));
}

void out_sdec(struct out *o, int64_t v)
{
	if (v < 0)
		out_char(o, '-');
	out_dec(o, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void out_hex(struct out *o, uint64_t v)
{
	char b[REP_DIGITS_MAX], *s = rep_hex_before(b + sizeof(b), v);

	out_mem(o, s, (size_t)(b + sizeof(b) - s));
}

void out_dec_w(struct out *o, uint64_t v, unsigned width)
{
	char b[REP_DIGITS_MAX], *s = rep_dec_before(b + sizeof(b), v);

	out_padded(o, s, (size_t)(b + sizeof(b) - s), ' ', width);
}

void out_hex_w(struct out *o, uint64_t v, unsigned width)
{
	char b[REP_DIGITS_MAX], *s = rep_hex_before(b + sizeof(b), v);

	out_padded(o, s, (size_t)(b + sizeof(b) - s), ' ', width);
}

void out_hex_z16(struct out *o, uint64_t v)
{
	char b[16];

	for (unsigned i = 0; i < 16; i++)
		b[i] = "0123456789abcdef"[v >> (60 - 4 * i) & 15];
	out_mem(o, b, sizeof(b));
}

void out_dec_z(struct out *o, uint64_t v, unsigned width)
{
	char b[REP_DIGITS_MAX], *s = rep_dec_before(b + sizeof(b), v);

	out_padded(o, s, (size_t)(b + sizeof(b) - s), '0', width);
}

void out_pad(struct out *o, char c, size_t n)
{
	if (o->cap - o->len < n)
		out_make_room(o, n);
	if (o->cap - o->len < n)
		return;
	memset(o->buf + o->len, c, n);
	o->len += n;
}

void out_str_w(struct out *o, const char *s, int width)
{
	size_t n = strlen(s), w = width < 0 ? 0 - (size_t)width : (size_t)width;

	if (width > 0 && n < w)
		out_pad(o, ' ', w - n);
	out_mem(o, s, n);
	if (width < 0 && n < w)
		out_pad(o, ' ', w - n);
}
