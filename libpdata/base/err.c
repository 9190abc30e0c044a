/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fills struct pdata_error with error code, file offset and field name, and turns error codes into
 * text.
 */
#include "base/err.h"
#include "base/cursor.h"
#include "common/plural.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define STR2(x) #x
#define STR(x) STR2(x)

const char *pdata_version(void)
{
	return STR(PDATA_VERSION_MAJOR) "." STR(PDATA_VERSION_MINOR);
}

const char *pdata_strerror(int code)
{
	switch (code) {
	case PDATA_OK:
		return "no error";
#define PD_ERR(name, value, text)                                                                  \
	case PDATA_##name:                                                                         \
		return text;
#include <pdata/errors.def>
#undef PD_ERR
	default:
		return code > 0 ? "no error" : "unknown error";
	}
}

void pd_error_fill(struct pdata_error *e, int code, uint64_t off, uint32_t rec_type,
		   const char *field, const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return;
	*e = (struct pdata_error){ .code = code, .off = off, .rec_type = rec_type, .field = field };
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
}

int pd_error_sys(struct pdata_error *e, int sys_errno, uint64_t off, const char *what)
{
	pd_error(e, PDATA_E_SYS, off, 0, "", "%s", what);
	if (e)
		e->sys_errno = sys_errno;
	return PDATA_E_SYS;
}

void pd_cur_error(const struct pd_cur *c, uint64_t off, uint32_t rec_type, struct pdata_error *e)
{
	pd_error(e, c->err, off + (uint64_t)(c->pos - c->start), rec_type, c->field ? c->field : "",
		 "%zu byte%s left", pd_left(c), pd_plural(pd_left(c)));
}
