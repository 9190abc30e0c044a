/* SPDX-License-Identifier: BSD-2-Clause */
/* Characters of UTF-8, and text that a terminal shows and does not act on. */
#include <pdata/text.h>

#include <string.h>

size_t pdata_text_char(const char *str, size_t len, uint32_t *code)
{
	const unsigned char *s = (const unsigned char *)str;
	size_t n;
	uint32_t c;

	if (!len)
		return 0;
	n = s[0] < 0x80	  ? 1
	    : s[0] < 0xc2 ? 0
	    : s[0] < 0xe0 ? 2
	    : s[0] < 0xf0 ? 3
	    : s[0] < 0xf5 ? 4
			  : 0;
	if (!n || n > len)
		return 0;
	c = n == 1 ? s[0] : s[0] & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (s[i] & 0x3fu);
	}
	/* Longer than it must be, a surrogate, or beyond the last code point. */
	if ((n == 3 && c < 0x800) || (c >= 0xd800 && c < 0xe000) || (n == 4 && c < 0x10000) ||
	    c > 0x10ffff)
		return 0;
	if (code)
		*code = c;
	return n;
}

int pdata_text_is_control(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

void pdata_text_printable(char *s, size_t len, int keep_lines)
{
	for (size_t i = 0, n; i < len; i += n) {
		uint32_t c = (unsigned char)s[i];

		/*
		 * A byte that is not UTF-8 counts by its number: 8-bit terminals take 0x9b for
		 * CSI.
		 */
		n = pdata_text_char(s + i, len - i, &c);
		n = n ? n : 1;
		if (pdata_text_is_control(c) && !(keep_lines && (c == '\n' || c == '\t')))
			memset(s + i, '?', n);
	}
}
