/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes JSON strings and keys; bytes that are not valid UTF-8 are written as U+FFFD. */
#include "base/out_json.h"

#include "common/json_string.h"

#include <pdata/text.h>

void out_json_str(struct out *o, const char *s)
{
	out_char(o, '"');
	while (*s) {
		uint32_t code = 0;
		size_t len = pdata_text_char(s, strnlen(s, 4), &code);

		char escape[6];
		size_t nr = pd_json_escape(code, o->guard && pdata_text_is_control(code), escape);

		if (!len)
			out_str(o, PD_JSON_REPLACEMENT);
		else
			out_raw(o, nr ? escape : s, nr ? nr : len);
		s += len ? len : 1;
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
