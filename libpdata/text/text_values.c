/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats names, bytes, strings and bit masks for the text of dump. */
#include "text/text_int.h"

#include <string.h>

void pd_buf_name(struct pd_buf *b, const char *name)
{
	if (b->len && b->p[b->len - 1] != '{')
		pd_buf_str(b, " ");
	pd_buf_str(b, name);
	pd_buf_str(b, "=");
}

void pd_buf_hex(struct pd_buf *b, const uint8_t *p, size_t n)
{
	static const char digit[] = "0123456789abcdef";
	char *out = n < SIZE_MAX / 2 ? pd_buf_extend(b, 2 * n) : NULL;

	for (size_t i = 0; out && i < n; i++) {
		*out++ = digit[p[i] >> 4];
		*out++ = digit[p[i] & 15];
	}
}

void pd_buf_quoted(struct pd_buf *b, const char *s, size_t n)
{
	pd_buf_str(b, "\"");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '"' || c == '\\')
			pd_buf_fmt(b, "\\%c", c);
		else if (c == '\n')
			pd_buf_str(b, "\\n");
		else if (c == '\t')
			pd_buf_str(b, "\\t");
		else if (c < 0x20 || c >= 0x7f)
			pd_buf_fmt(b, "\\x%02x", c);
		else
			pd_buf_put(b, &s[i], 1);
	}
	pd_buf_str(b, "\"");
}

/* Append names of bits joined by '|'; bits without a name follow as one number. */
void pd_buf_bits(struct pd_buf *b, uint64_t v, const struct pd_bit_name *set)
{
	const char *sep = "";

	for (; set->name; set++) {
		uint64_t mask = (set->width < 64 ? (1ull << set->width) - 1 : ~0ull) << set->shift;

		if (!(v & mask))
			continue;
		pd_buf_fmt(b, "%s%s", sep, set->name);
		if (set->width > 1)
			pd_buf_fmt(b, ":%llu", (unsigned long long)((v & mask) >> set->shift));
		v &= ~mask;
		sep = "|";
	}
	if (v || !*sep)
		pd_buf_fmt(b, "%s%#llx", sep, (unsigned long long)v);
}
