/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Numbers on a command line: the whole of a text must be one. All return 0 or -1. */

#include <stddef.h>
#include <stdint.h>

/* Digits of @base, as strtoull(3) takes them, without sign or space before them. */
int cli_parse_u64(const char *s, int base, uint64_t *v);

/* Decimal digits, or "0x" and hexadecimal ones. */
int cli_parse_number(const char *s, uint64_t *v);

struct cli_unit {
	const char *name; /* "": a number without a unit */
	uint64_t factor;
};

/*
 * A number as strtoull(3) takes it, with one of @units behind it; *v is their product. -1 also
 * where that is too large.
 */
int cli_parse_units(const char *s, int base, const struct cli_unit *units, size_t nr, uint64_t *v);

/* "64K", "2M", "1G" in either case, "17B", plain bytes. */
int cli_parse_size(const char *s, uint64_t *bytes);
