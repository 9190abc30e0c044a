/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A buffer of bytes or text that grows. */

#include <stddef.h>
#include <stdint.h>

/* After the first failed allocation err stays PDATA_E_NOMEM, and further calls append nothing. */
struct pd_buf {
	char *p;
	size_t len, cap;
	int err;
};

/*
 * Append @n uninitialised bytes for the caller to fill. Return: the first of them, or NULL if
 * memory is exhausted.
 */
char *pd_buf_extend(struct pd_buf *b, size_t n);
void pd_buf_put(struct pd_buf *b, const void *s, size_t n);
void pd_buf_str(struct pd_buf *b, const char *s);
/* Append formatted text of at most 255 bytes; longer text is cut. */
void pd_buf_fmt(struct pd_buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * Append @v as an integer of 1, 2, 4 or 8 @bytes. @swap: the file's byte order differs from the
 * host's.
 */
void pd_buf_num(struct pd_buf *b, uint64_t v, unsigned bytes, int swap);
void pd_buf_zero(struct pd_buf *b, size_t n);
void pd_buf_free(struct pd_buf *b);
