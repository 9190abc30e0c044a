/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_ERR_H
#define PD_ERR_H

#include <pdata/pdata.h>

/* Fill @e (NULL is allowed) and return @code. @field is static. */
int pd_error(struct pdata_error *e, int code, uint64_t off, uint32_t rec_type, const char *field,
	     const char *fmt, ...) __attribute__((format(printf, 6, 7)));
int pd_error_sys(struct pdata_error *e, int sys_errno, uint64_t off, const char *what);

#endif
