/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks the argument of --itrace. A script that runs perf with a wrong argument gets an error, and
 * must get one from pdata, too.
 */
#include "console/synth_options.h"

#include <stdlib.h>
#include <string.h>

/* The largest number of frames or branches that perf adds to a sample. */
#define SYNTH_ENTRIES_MAX 1024u

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Skip "+x" and "-x", where x is a lower-case letter. Return: the rest of @s; NULL: no letter. */
static const char *skip_flags(const char *s)
{
	for (;; s++) {
		if (*s == '+' || *s == '-') {
			s += 1 + strspn(s + 1, " ");
			if (*s < 'a' || *s > 'z')
				return NULL;
		} else if (*s != ' ') {
			return s;
		}
	}
}

/* Skip the unit of a period. A period without a unit ends the argument. */
static const char *skip_period_unit(const char *s)
{
	static const char *const units[] = { "i", "t", "ms", "us", "ns" };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (!strncmp(s, units[i], strlen(units[i])))
			return s + strlen(units[i]);
	return *s ? NULL : s;
}

static const char *skip_period(const char *s)
{
	s += strspn(s, " ,");
	if (!is_digit(*s))
		return s;
	s += strspn(s, "0123456789");
	return skip_period_unit(s + strspn(s, " ,"));
}

/* Skip the optional number of frames of a call chain, or of branches. */
static const char *skip_size(const char *s)
{
	unsigned int size;
	char *end;

	s += strspn(s, " ,");
	if (!is_digit(*s))
		return s;
	size = (unsigned int)strtoul(s, &end, 10);
	return size && size <= SYNTH_ENTRIES_MAX ? end : NULL;
}

static const char *skip_number(const char *s)
{
	char *end;

	strtoul(s, &end, 10);
	return end == s ? NULL : end;
}

/* Skip the letter at @s and what belongs to it. Return: the rest; NULL: perf refuses this text. */
static const char *skip_synth_option(const char *s)
{
	switch (*s++) {
	case 'i':
		return skip_period(s);
	case 'e':
	case 'd':
		return skip_flags(s);
	case 'g':
	case 'G':
	case 'l':
	case 'L':
		return skip_size(s);
	case 's':
		return skip_number(s);
	default:
		return strchr("bxwpoIcrfmtaqAZ ,", s[-1]) ? s : NULL;
	}
}

int rep_check_synth_options(void *vals, const char *arg, bool unset)
{
	const char *rest = unset || !arg ? "" : arg;

	(void)vals;
	while (rest && *rest)
		rest = skip_synth_option(rest);
	return rest ? 0 : -1;
}
