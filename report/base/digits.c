/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats numbers as printf() does, but faster: decimal, hexadecimal, and with decimals. */
#include "base/digits.h"

#include <math.h>
#include <stdio.h>

static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334"
			    "3536373839404142434445464748495051525354555657585960616263646566676869"
			    "707172737475767778798081828384858687888990919293949596979899";

char *rep_dec_before(char *end, uint64_t v)
{
	while (v >= 100) {
		unsigned r = (unsigned)(v % 100);

		v /= 100;
		end -= 2;
		memcpy(end, pairs + 2 * r, 2);
	}
	if (v >= 10) {
		end -= 2;
		memcpy(end, pairs + 2 * v, 2);
	} else {
		*--end = (char)('0' + v);
	}
	return end;
}

char *rep_hex_before(char *end, uint64_t v)
{
	do {
		*--end = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v);
	return end;
}

/*
 * printf() rounds the exact value. The product with a power of ten is inexact by at most 2^-53 of
 * itself, so below LARGEST it is on the right side of a tie if it is not within NEAR_TIE of one.
 */
#define LARGEST 1e9
#define NEAR_TIE 1e-6

size_t rep_fixed_text(char text[REP_FIXED_SIZE], double v, unsigned decimals)
{
	static const uint32_t scales[] = { 1, 10, 100, 1000, 10000, 100000, 1000000 };
	const uint32_t scale = scales[decimals];
	const double scaled = fabs(v) * scale;
	char *at = text, digits[REP_DIGITS_MAX], *end = digits + sizeof(digits), *s;
	uint64_t n, part;
	double over;

	if (!(scaled < LARGEST))
		return (size_t)snprintf(text, REP_FIXED_SIZE, "%.*f", (int)decimals, v);
	n = (uint64_t)scaled;
	over = scaled - (double)n;
	if (fabs(over - 0.5) < NEAR_TIE)
		return (size_t)snprintf(text, REP_FIXED_SIZE, "%.*f", (int)decimals, v);
	n += over > 0.5;
	part = n % scale;
	if (signbit(v))
		*at++ = '-';
	s = rep_dec_before(end, n / scale);
	memcpy(at, s, (size_t)(end - s));
	at += end - s;
	if (decimals) {
		*at++ = '.';
		s = rep_dec_before(end, part);
		memset(at, '0', decimals);
		memcpy(at + decimals - (end - s), s, (size_t)(end - s));
		at += decimals;
	}
	*at = '\0';
	return (size_t)(at - text);
}
