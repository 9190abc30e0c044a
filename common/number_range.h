/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The members of lists such as "1,3-5": cpus, processes, threads. */

#include <stdint.h>

struct pd_range {
	uint64_t first, last; /* both are in it */
};

/*
 * The "N" or "N-M" at *@s, in digits of @base (as of strtoull(3)), at most @max. *@s: what is
 * behind it, which the caller checks. Return: 0, or -1: there is none, or it ends before it begins.
 */
int pd_range_parse(const char **s, int base, uint64_t max, struct pd_range *r);
