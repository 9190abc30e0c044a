/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes Punycode (RFC 3492) to UTF-8 for identifiers with non-ASCII letters in Rust v0 names. */
#include "object/demangle/rust.h"

#include <stdint.h>
#include <string.h>

/* Punycode (RFC 3492) as Rust writes it: with "_" for "-", in small letters and digits. */

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, BIAS = 72, FIRST = 0x80 };

struct puny {
	const char *text;
	size_t len;
	uint32_t *letter; /* code points so far */
	size_t nr;
};

static int digit(char c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' : c >= '0' && c <= '9' ? c - '0' + 26 : -1;
}

static uint64_t adapt(uint64_t delta, size_t nr, int first)
{
	uint64_t k = 0;

	delta /= first ? DAMP : 2;
	delta += delta / nr;
	for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
		delta /= BASE - T_MIN;
	return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

/* A number of variable length: how far on the next letter is. */
static int next_delta(struct puny *p, uint64_t bias, uint64_t *delta)
{
	uint64_t weight = 1;

	*delta = 0;
	for (uint64_t k = BASE;; k += BASE) {
		uint64_t t = k <= bias ? T_MIN : k - bias < T_MAX ? k - bias : T_MAX;
		int d = p->len ? digit(*p->text) : -1;

		if (d < 0 || weight > UINT32_MAX)
			return -1;
		p->text++;
		p->len--;
		*delta += (uint64_t)d * weight;
		if ((uint64_t)d < t)
			return 0;
		weight *= BASE - t;
	}
}

static int insert_letters(struct puny *p, size_t max)
{
	uint64_t code = FIRST, at = 0, bias = BIAS, delta;

	for (int first = 1; p->len; first = 0) {
		if (p->nr == max || next_delta(p, bias, &delta))
			return -1;
		at += delta;
		p->nr++;
		code += at / p->nr;
		at %= p->nr;
		if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
			return -1;
		memmove(p->letter + at + 1, p->letter + at, (p->nr - 1 - at) * sizeof(*p->letter));
		p->letter[at++] = (uint32_t)code;
		bias = adapt(delta, p->nr, first);
	}
	return 0;
}

static size_t utf8(uint32_t c, char *to)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xc0 | c >> 6);
		to[1] = (char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xe0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 63));
		to[2] = (char)(0x80 | (c & 63));
		return 3;
	}
	to[0] = (char)(0xf0 | c >> 18);
	to[1] = (char)(0x80 | (c >> 12 & 63));
	to[2] = (char)(0x80 | (c >> 6 & 63));
	to[3] = (char)(0x80 | (c & 63));
	return 4;
}

size_t sym_puny_decode(const char *text, size_t len, char *out)
{
	uint32_t letter[SYM_PUNY_MAX];
	const char *joint = memrchr(text, '_', len);
	size_t plain = joint ? (size_t)(joint - text) : 0, n = 0;
	struct puny p = { .text = joint ? joint + 1 : text, .letter = letter, .nr = plain };

	p.len = len - (joint ? plain + 1 : 0);
	if (!p.len || plain > SYM_PUNY_MAX)
		return 0;
	for (size_t i = 0; i < plain; i++)
		letter[i] = (unsigned char)text[i];
	if (insert_letters(&p, SYM_PUNY_MAX))
		return 0;
	for (size_t i = 0; i < p.nr; i++)
		n += utf8(letter[i], out + n);
	return n;
}
