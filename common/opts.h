/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Copies options structs of callers, which may be built with a newer or older header than the
 * library.
 */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* largest size in bytes of an options struct that pd_opts_take() accepts */
#define PD_OPTS_MAX 4096u

/*
 * Copy the options struct @from to the options struct @to. @from begins with its own size in bytes;
 * @to has @known bytes and is zeroed. If @from is NULL, @to stays zeroed. Return: true; false: the
 * size in @from is invalid, or @from has a value other than 0 in a member that this library does
 * not know.
 */
static inline bool pd_opts_take(void *to, size_t known, const void *from)
{
	const unsigned char *p = (const unsigned char *)from;
	size_t size;

	if (!from)
		return true;
	memcpy(&size, from, sizeof(size));
	if (size < sizeof(size) || size > PD_OPTS_MAX)
		return false;
	for (size_t i = known; i < size; i++)
		if (p[i])
			return false;
	memcpy(to, from, size < known ? size : known);
	return true;
}
