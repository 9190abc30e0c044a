/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the elements of lists of CPUs, processes or threads, such as "1,3-5". */

#include <stdint.h>

struct pd_range {
	uint64_t first, last; /* both inclusive */
};

/*
 * Parse "N" or "N-M" at *@s, in digits of @base (as strtoull(3) has it), at most @max. *@s is set
 * after it; the caller checks which character follows. Return: 0, or -1 if there is no number, or
 * if M is less than N.
 */
int pd_range_parse(const char **s, int base, uint64_t max, struct pd_range *r);
