/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes characters of UTF-8 and checks that text is valid. */
#include "common/utf8.h"

size_t pd_utf8_char(const char *str, size_t len, uint32_t *code)
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
	/* Refuse overlong encodings, surrogates, and numbers beyond the last code point. */
	if ((n == 3 && c < 0x800) || (c >= 0xd800 && c < 0xe000) || (n == 4 && c < 0x10000) ||
	    c > 0x10ffff)
		return 0;
	if (code)
		*code = c;
	return n;
}

bool pd_utf8_valid(const char *s, size_t len)
{
	for (size_t i = 0, n; i < len; i += n) {
		n = pd_utf8_char(s + i, len - i, NULL);
		if (!n)
			return false;
	}
	return true;
}
