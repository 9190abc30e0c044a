/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Parses numbers of a command line. A number must be the whole text. All functions return 0; -1 if
 * the text is no number, or if the number does not fit in 64 bits.
 */

#include <stddef.h>
#include <stdint.h>

/* Parse digits in @base, as strtoull(3) does, but refuse a leading sign or space. */
int cli_parse_u64(const char *s, int base, uint64_t *v);

/* Parse decimal digits, or "0x" and hexadecimal digits. */
int cli_parse_number(const char *s, uint64_t *v);

struct cli_unit {
	const char *name; /* "" is the unit of a number that has none */
	uint64_t factor;
};

/*
 * Parse a number, as strtoull(3) does, that is followed by one of the @nr @units. *@v becomes the
 * number times the factor of the unit; -1 if that product does not fit in 64 bits.
 */
int cli_parse_units(const char *s, int base, const struct cli_unit *units, size_t nr, uint64_t *v);

/* Parse a size such as "64K", "2M", "1G" (units of 1024, in either case), "17B", or plain bytes. */
int cli_parse_size(const char *s, uint64_t *bytes);
