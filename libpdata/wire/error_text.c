/* SPDX-License-Identifier: BSD-2-Clause */
/* Formats a struct pdata_error as one line of text. */
#include <pdata/pdata.h>

#include <stdio.h>
#include <string.h>

/* Format an error of a system call: the operation, its offset in the file, and strerror(). */
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
	char num[24] = "", off[40] = "", where[96] = "";

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
	if (e->code != PDATA_E_SYS || e->off)
		snprintf(off, sizeof(off), " at offset %llu", (unsigned long long)e->off);
	return (size_t)snprintf(buf, len, "%s%s%s%s%s", pdata_strerror(e->code), off, where,
				*e->text ? ": " : "", e->text);
}
