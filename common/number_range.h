/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Parses the elements of lists of CPUs, processes or threads, such as "1,3-5". */

#include <stdint.h>

struct pd_range {
	uint64_t first, last; /* the range includes both @first and @last */
};

/*
 * Parse "N" or "N-M" at *@s, and advance *@s to the character behind it. The caller checks this
 * character. @base: as in strtoull(3); @max: upper limit of N and M. Return: 0; -1 if *@s has
 * another form, if N or M is above @max, or if M is less than N.
 */
int pd_range_parse(const char **s, int base, uint64_t max, struct pd_range *r);
