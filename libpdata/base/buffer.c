/* SPDX-License-Identifier: BSD-2-Clause */
/* A buffer of bytes or text that grows. */
#include "base/buffer.h"
#include "base/alloc.h"
#include "base/bytes.h"
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

char *pd_buf_extend(struct pd_buf *b, size_t n)
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
