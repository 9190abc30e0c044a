/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A buffer of bytes or text that grows. */

#include <stddef.h>
#include <stdint.h>

/*
 * A buffer that grows when bytes are appended. After the first failed allocation, @err stays
 * PDATA_E_NOMEM, and further calls append nothing.
 */
struct pd_buf {
	char *p;
	size_t len, cap;
	int err;
};

/*
 * Append @n uninitialised bytes, which the caller has to fill. Return: the address of the first of
 * these bytes; NULL: memory is exhausted.
 */
char *pd_buf_extend(struct pd_buf *b, size_t n);
void pd_buf_put(struct pd_buf *b, const void *s, size_t n);
void pd_buf_str(struct pd_buf *b, const char *s);
/* Append text as printf(3) formats it, truncated to 255 bytes. */
void pd_buf_fmt(struct pd_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * Append @v as an integer of @bytes bytes: 1, 2, 4 or 8. @swap: the byte order of the file is not
 * the byte order of the host.
 */
void pd_buf_num(struct pd_buf *b, uint64_t v, unsigned bytes, int swap);
void pd_buf_zero(struct pd_buf *b, size_t n);
void pd_buf_free(struct pd_buf *b);
