/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Copies options structs of callers, which may be built with a newer or older header than libpdata.
 */

#include "base/bytes.h"
#include <pdata/pdata.h>

/* largest size in bytes of an options struct that pd_opts_take() accepts */
#define PD_OPTS_MAX 4096u

/*
 * Copy the options struct @from, which begins with its own size in bytes, to @to, a zeroed options
 * struct of @known bytes. If @from is NULL, @to stays zeroed. Return: 0; PDATA_E_ARG: the size in
 * @from is invalid, or a member that this library does not know is not zero.
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
