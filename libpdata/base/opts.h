/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options of a caller that was built with another version of the header. */

#include "base/bytes.h"
#include <pdata/pdata.h>

#define PD_OPTS_MAX 4096u /* bytes of options: more is no size */

/*
 * Copy the options @from, which begin with their size and may be NULL, over @to, which is zeroed
 * and of @known bytes.
 * Return: 0, PDATA_E_ARG where the size cannot be one, or something is asked for that is not known
 * here.
 */
static inline int pd_opts_take(void *to, size_t known, const void *from)
{
	size_t size;

	if (!from)
		return 0;
	memcpy(&size, from, sizeof(size));
	if (size < sizeof(size) || size > PD_OPTS_MAX)
		return PDATA_E_ARG;
	if (size > known && !pd_all_zero((const uint8_t *)from + known, size - known))
		return PDATA_E_ARG;
	memcpy(to, from, size < known ? size : known);
	return 0;
}
