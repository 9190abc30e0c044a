/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Parses integers on a command line, some with a unit behind the integer. Each function returns 0
 * on success. It returns -1 if the text has another form than the function expects, if other text
 * follows the integer and its unit, or if the value does not fit in 64 bits.
 */

#include <stddef.h>
#include <stdint.h>

/*
 * Parse @s as strtoull(3) with @base does; a leading sign or space is an error. Return: 0; -1: @s
 * has another form, or the integer is too large.
 */
int cli_parse_u64(const char *s, int base, uint64_t *v);

/*
 * Parse @s as decimal digits, or as "0x" and hexadecimal digits. Return: 0; -1: @s has another
 * form.
 */
int cli_parse_number(const char *s, uint64_t *v);

struct cli_unit {
	const char *name; /* text that follows the integer, such as "K"; "": nothing follows */
	uint64_t factor;
};

/*
 * Parse an integer, as strtoull(3) with @base does, and behind it the name of one of the @nr
 * @units. *@v becomes the integer times the factor of the unit. Return: 0; -1 if @s has another
 * form, or if the product does not fit in 64 bits.
 */
int cli_parse_units(const char *s, int base, const struct cli_unit *units, size_t nr, uint64_t *v);

/*
 * Parse a size such as "64K", "2m", "1G" (K is 1024), "17B" or "17" (bytes). Each unit can be in
 * upper or lower case. Return: 0; -1: @s has another form, or the size does not fit in 64 bits.
 */
int cli_parse_size(const char *s, uint64_t *bytes);
