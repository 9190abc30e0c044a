/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/err.h"
#include "base/cursor.h"

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

/* What the system said; where in a file it was doing what. */
static size_t format_sys(const struct pdata_error *e, char *buf, size_t len)
{
	char where[40] = "";

	if (e->off)
		snprintf(where, sizeof(where), " at offset %llu", (unsigned long long)e->off);
	return (size_t)snprintf(buf, len, "%s%s%s%s", e->text, *e->text ? where : "",
				*e->text ? ": " : "", strerror(e->sys_errno));
}

size_t pdata_error_format(const struct pdata_error *e, char *buf, size_t len)
{
	const char *rec = e->rec_type ? pdata_record_name(e->rec_type) : NULL;
	const char *field = e->field ? e->field : "";
	char num[24] = "", where[96] = "";

	if (e->code == PDATA_E_SYS && e->sys_errno)
		return format_sys(e, buf, len);
	if (e->rec_type && !rec) {
		snprintf(num, sizeof(num), "type %u", e->rec_type);
		rec = num;
	}
	if (rec)
		snprintf(where, sizeof(where), " (%s%s%s)", rec, *field ? "." : "", field);
	else if (*field)
		snprintf(where, sizeof(where), " (%s)", field);
	return (size_t)snprintf(buf, len, "%s at offset %llu%s%s%s", pdata_strerror(e->code),
				(unsigned long long)e->off, where, *e->text ? ": " : "", e->text);
}

int pd_error(struct pdata_error *e, int code, uint64_t off, uint32_t rec_type, const char *field,
	     const char *fmt, ...)
{
	va_list ap;

	if (!e)
		return code;
	*e = (struct pdata_error){ .code = code, .off = off, .rec_type = rec_type, .field = field };
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return code;
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
		 "%zu bytes left", pd_left(c));
}
