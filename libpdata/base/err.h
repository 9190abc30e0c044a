/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Errors with the place where they were found. */

#include <pdata/pdata.h>

struct pd_cur;

/* Fill @e (NULL is allowed) and return @code. @field is static. */
void pd_error_fill(struct pdata_error *e, int code, uint64_t off, uint32_t rec_type,
		   const char *field, const char *fmt, ...) __attribute__((format(printf, 6, 7)));
int pd_error_sys(struct pdata_error *e, int sys_errno, uint64_t off, const char *what);

/* Fill @e with the failure of @c inside a record or feature that lies at @off of the file. */
void pd_cur_error(const struct pd_cur *c, uint64_t off, uint32_t rec_type, struct pdata_error *e);

/* A macro, because a caller's compiler and analyzer then see that the result is @code. */
#define pd_error(e, code, ...)                                                                     \
	({                                                                                         \
		const int pd_error_code = (code);                                                  \
		pd_error_fill((e), pd_error_code, __VA_ARGS__);                                    \
		pd_error_code;                                                                     \
	})
