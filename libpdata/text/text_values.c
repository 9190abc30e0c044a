/* SPDX-License-Identifier: BSD-2-Clause */
/* Text and bytes that grow, and how values look in text. */
#include "text/text_int.h"

#include <stdarg.h>
#include <stdio.h>

static char *pd_buf_extend(struct pd_buf *b, size_t n)
{
	if (b->err || n > SIZE_MAX - b->len || pd_grow(&b->p, &b->cap, b->len + n, 1)) {
		b->err = PDATA_E_NOMEM;
		return NULL;
	}
	b->len += n;
	return b->p + b->len - n;
}

void pd_buf_put(struct pd_buf *b, const void *s, size_t n)
{
	char *p = n ? pd_buf_extend(b, n) : NULL;

	if (p)
		memcpy(p, s, n);
}

void pd_buf_zero(struct pd_buf *b, size_t n)
{
	char *p = n ? pd_buf_extend(b, n) : NULL;

	if (p)
		memset(p, 0, n);
}

void pd_buf_str(struct pd_buf *b, const char *s)
{
	pd_buf_put(b, s, strlen(s));
}

void pd_buf_fmt(struct pd_buf *b, const char *fmt, ...)
{
	char line[256];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	pd_buf_put(b, line, n < 0 ? 0 : (size_t)n < sizeof(line) ? (size_t)n : sizeof(line) - 1);
}

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

/* Names joined by '|'; what has no name follows as one number. */
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

void pd_buf_num(struct pd_buf *b, uint64_t v, unsigned bytes, int swap)
{
	uint8_t w[8];

	switch (bytes) {
	case 1:
		w[0] = (uint8_t)v;
		break;
	case 2:
		pd_st16(w, (uint16_t)v, swap);
		break;
	case 4:
		pd_st32(w, (uint32_t)v, swap);
		break;
	default:
		pd_st64(w, v, swap);
		bytes = 8;
	}
	pd_buf_put(b, w, bytes);
}

void pd_buf_free(struct pd_buf *b)
{
	pd_free(b->p);
	*b = (struct pd_buf){ 0 };
}
