/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Decodes characters of UTF-8, and makes text safe to show on a terminal, which would act on
 * control characters.
 */
#include "common/utf8.h"

#include <pdata/text.h>

#include <string.h>

size_t pdata_text_char(const char *s, size_t len, uint32_t *code)
{
	return pd_utf8_char(s, len, code);
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
		 * A byte that is not UTF-8 is checked by its number: 8-bit terminals take 0x9b for
		 * CSI.
		 */
		n = pdata_text_char(s + i, len - i, &c);
		n = n ? n : 1;
		if (pdata_text_is_control(c) && !(keep_lines && (c == '\n' || c == '\t')))
			memset(s + i, '?', n);
	}
}
