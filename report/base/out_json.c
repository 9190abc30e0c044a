/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/out_json.h"

/* Bytes of the UTF-8 sequence at @s, 0 when it is none. Source: RFC 3629, section 4. */
static size_t pdata_text_char(const unsigned char *s)
{
	size_t len = s[0] < 0x80   ? 1
		     : s[0] < 0xc2 ? 0
		     : s[0] < 0xe0 ? 2
		     : s[0] < 0xf0 ? 3
		     : s[0] < 0xf5 ? 4
				   : 0;

	for (size_t i = 1; i < len; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return len;
}

void out_json_str(struct out *o, const char *s)
{
	const unsigned char *p = (const unsigned char *)s;

	out_char(o, '"');
	while (*p) {
		size_t len = pdata_text_char(p);

		if (*p == '"' || *p == '\\') {
			out_char(o, '\\');
			out_char(o, (char)*p);
		} else if (*p < 0x20 || *p == 0x7f) {
			out_printf(o, "\\u%04x", *p);
		} else if (len) {
			out_mem(o, p, len);
		} else {
			out_str(o, "\\ufffd");
		}
		p += len ? len : 1;
	}
	out_char(o, '"');
}

void out_json_key(struct out *o, bool *first, const char *name)
{
	if (!*first)
		out_char(o, ',');
	*first = false;
	out_json_str(o, name);
	out_char(o, ':');
}
