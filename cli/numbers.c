/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses numbers of a command line, with units of size and time. */
#include "cli/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct cli_unit sizes[] = {
	{ "", 1 },	   { "B", 1 },	      { "b", 1 },
	{ "K", 1u << 10 }, { "k", 1u << 10 }, { "M", 1u << 20 },
	{ "m", 1u << 20 }, { "G", 1u << 30 }, { "g", 1u << 30 },
};

static const struct cli_unit no_unit = { "", 1 };

int cli_parse_units(const char *s, int base, const struct cli_unit *units, size_t nr, uint64_t *v)
{
	unsigned long long n;
	char *end;

	if (!isxdigit((unsigned char)*s)) /* strtoull() allows blanks and a sign */
		return -1;
	errno = 0;
	n = strtoull(s, &end, base);
	if (errno || end == s)
		return -1;
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(end, units[i].name))
			return __builtin_mul_overflow(n, units[i].factor, v) ? -1 : 0;
	return -1;
}

int cli_parse_u64(const char *s, int base, uint64_t *v)
{
	return cli_parse_units(s, base, &no_unit, 1, v);
}

int cli_parse_number(const char *s, uint64_t *v)
{
	return cli_parse_u64(s, s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? 16 : 10, v);
}

int cli_parse_size(const char *s, uint64_t *bytes)
{
	return cli_parse_units(s, 10, sizes, sizeof(sizes) / sizeof(sizes[0]), bytes);
}
