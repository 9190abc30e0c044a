/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_JSON_STRING_H
#define PD_JSON_STRING_H

/* How characters are written in JSON strings, which are UTF-8. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_JSON_REPLACEMENT "\\ufffd" /* for bytes that are not UTF-8 */

/*
 * The escape sequence of character @code, below 0x10000, into @to: of quotes, backslashes and ASCII
 * control characters, and of each character where @escape is set. Return: its bytes; 0: the
 * character is written as it is.
 */
static inline size_t pd_json_escape(uint32_t code, bool escape, char to[6])
{
	static const char digits[] = "0123456789abcdef";

	if (code == '"' || code == '\\') {
		to[0] = '\\';
		to[1] = (char)code;
		return 2;
	}
	if (code >= 0x20 && code != 0x7f && !escape)
		return 0;
	to[0] = '\\';
	to[1] = 'u';
	for (unsigned i = 0; i < 4; i++)
		to[2 + i] = digits[code >> (12 - 4 * i) & 15];
	return 6;
}

#endif
