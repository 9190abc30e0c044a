/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Fills error structs with a code, a file offset, a field and a text. */

#include <pdata/pdata.h>

struct pd_cur;

/*
 * Fill the members of @e; if @e is NULL, do nothing. @rec_type: type of the record with the error;
 * 0: the error is not in a record. @field must have static storage duration.
 */
void pd_error_fill(struct pdata_error *e, int code, uint64_t off, uint32_t rec_type,
		   const char *field, const char *fmt, ...) __attribute__((format(printf, 6, 7)));
int pd_error_sys(struct pdata_error *e, int sys_errno, uint64_t off, const char *what);

/*
 * Fill @e with the failure of the cursor @c. @off: file offset of the record or feature that the
 * cursor reads.
 */
void pd_cur_error(const struct pd_cur *c, uint64_t off, uint32_t rec_type, struct pdata_error *e);

/*
 * Call pd_error_fill(). The value of the expression is @code. This is a macro so that compilers and
 * analyzers see in the calling function that the value is @code.
 */
#define pd_error(e, code, ...)                                                                     \
	({                                                                                         \
		const int pd_error_code = (code);                                                  \
		pd_error_fill((e), pd_error_code, __VA_ARGS__);                                    \
		pd_error_code;                                                                     \
	})
