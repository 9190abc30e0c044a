/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Formats numbers and fills buffers without printf(), which would take most of the time of a report
 * with many rows. The results are those of printf().
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define REP_DIGITS_MAX 20u /* count of decimal digits of 2^64 - 1 */
/* size in bytes of the text of the largest double, with sign, 6 decimals and a zero byte */
#define REP_FIXED_SIZE 330u

/*
 * Write the digits of @v so that they end just before @end, without a zero byte. rep_dec_before()
 * writes decimal digits, rep_hex_before() hexadecimal digits. Return: the address of the first
 * digit.
 */
char *rep_dec_before(char *end, uint64_t v);
char *rep_hex_before(char *end, uint64_t v);

/*
 * Format @v with @decimals digits (at most 6) after the decimal point, as printf("%.*f") does.
 * Return: the length of @text, which ends with a zero byte.
 */
size_t rep_fixed_text(char text[REP_FIXED_SIZE], double v, unsigned decimals);

/*
 * A text that is made in a buffer of fixed size, as snprintf() makes it. @size is the size of
 * @buf, which may be NULL if @size is 0. @len is the length of the whole text; bytes that do not
 * fit into @buf are counted but not stored.
 */
struct rep_cell {
	char *buf;
	size_t size, len;
};

static inline void rep_cell_mem(struct rep_cell *c, const char *s, size_t n)
{
	const size_t room = c->size > c->len ? c->size - c->len : 0, fits = n < room ? n : room;

	if (fits)
		memcpy(c->buf + c->len, s, fits);
	c->len += n;
}

static inline void rep_cell_pad(struct rep_cell *c, char with, size_t n)
{
	const size_t room = c->size > c->len ? c->size - c->len : 0, fits = n < room ? n : room;

	if (fits)
		memset(c->buf + c->len, with, fits);
	c->len += n;
}

/*
 * Append the @n bytes at @s, padded with blanks as printf("%*s") with @width pads them: a negative
 * @width aligns them to the left.
 */
static inline void rep_cell_fit(struct rep_cell *c, const char *s, size_t n, int width)
{
	const size_t w = width < 0 ? 0 - (size_t)width : (size_t)width;

	if (width > 0 && n < w)
		rep_cell_pad(c, ' ', w - n);
	rep_cell_mem(c, s, n);
	if (width < 0 && n < w)
		rep_cell_pad(c, ' ', w - n);
}

static inline void rep_cell_dec(struct rep_cell *c, uint64_t v, int width)
{
	char b[REP_DIGITS_MAX], *s = rep_dec_before(b + sizeof(b), v);

	rep_cell_fit(c, s, (size_t)(b + sizeof(b) - s), width);
}

/* Append @v in hexadecimal, with leading zeros up to @zeros digits; @zeros is at most 16. */
static inline void rep_cell_hex(struct rep_cell *c, uint64_t v, size_t zeros)
{
	char b[REP_DIGITS_MAX], *end = b + sizeof(b), *s = rep_hex_before(end, v);

	if ((size_t)(end - s) < zeros)
		rep_cell_pad(c, '0', zeros - (size_t)(end - s));
	rep_cell_mem(c, s, (size_t)(end - s));
}

/* End the text with a zero byte. Return: the length of the whole text, as snprintf() does. */
static inline int rep_cell_end(struct rep_cell *c)
{
	if (c->size)
		c->buf[c->len < c->size ? c->len : c->size - 1] = '\0';
	return (int)c->len;
}
