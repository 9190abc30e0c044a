/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Errors with the file offset and the field at which they were found. */

#include <pdata/pdata.h>

struct pd_cur;

/* Fill @e, which may be NULL, and return @code. @field must have static storage duration. */
void pd_error_fill(struct pdata_error *e, int code, uint64_t off, uint32_t rec_type,
		   const char *field, const char *fmt, ...) __attribute__((format(printf, 6, 7)));
int pd_error_sys(struct pdata_error *e, int sys_errno, uint64_t off, const char *what);

/* Fill @e with the failure of @c in a record or feature that begins at file offset @off. */
void pd_cur_error(const struct pd_cur *c, uint64_t off, uint32_t rec_type, struct pdata_error *e);

/* This is a macro so that compiler and analyzer see in the caller that the result is @code. */
#define pd_error(e, code, ...)                                                                     \
	({                                                                                         \
		const int pd_error_code = (code);                                                  \
		pd_error_fill((e), pd_error_code, __VA_ARGS__);                                    \
		pd_error_code;                                                                     \
	})
