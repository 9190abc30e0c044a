/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the argument of --time. */

#include "base/memory.h"
#include "base/message.h"
#include "profile/filter/sample_filter.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NS_PER_S 1000000000ull
#define NS_DIGITS 9
#define BLANKS " \t\n"

/* Parse "SECONDS[.FRACTION]" in the @len bytes at @s. An empty text leaves *ns unchanged. */
static int parse_ns(const char *s, size_t len, uint64_t *ns)
{
	uint64_t sec = 0, frac = 0;
	size_t i = 0, digits = 0;

	if (!len)
		return 0;
	for (; i < len && isdigit((unsigned char)s[i]) && sec <= UINT64_MAX / NS_PER_S; i++)
		sec = sec * 10 + (uint64_t)(s[i] - '0');
	if (i < len && s[i] == '.')
		for (i++; i < len && isdigit((unsigned char)s[i]) && digits < NS_DIGITS;
		     i++, digits++)
			frac = frac * 10 + (uint64_t)(s[i] - '0');
	if (i < len)
		return -1;
	for (; digits < NS_DIGITS; digits++)
		frac *= 10;
	return __builtin_mul_overflow(sec, NS_PER_S, &sec) || __builtin_add_overflow(sec, frac, ns)
		       ? -1
		       : 0;
}

/*
 * Parse one "START,STOP"; either may be missing, and blanks may precede STOP. Return: the text
 * behind the pair and the blanks that follow it; NULL: @s has another form.
 */
static const char *parse_pair(const char *s, struct script_time_range *r)
{
	size_t len = strcspn(s, "," BLANKS), blanks;

	if (s[len] != ',' || parse_ns(s, len, &r->start))
		return NULL;
	s += len + 1;
	blanks = strspn(s, BLANKS);
	s += blanks;
	len = strcspn(s, BLANKS);
	if ((blanks && !len) || parse_ns(s, len, &r->end) || (r->end && r->end < r->start))
		return NULL;
	return s + len + strspn(s + len, BLANKS);
}

/* Parse pairs separated by blanks, which must be in ascending order. */
static int parse_pairs(const char *arg, struct script_time_range *r, uint32_t *nr)
{
	const char *s = arg + strspn(arg, BLANKS);

	if (!*s)
		return -1;
	for (; *s; (*nr)++) {
		if (s != arg && *s == ',')
			return -1;
		s = parse_pair(s, &r[*nr]);
		if (!s || (*nr && (!r[*nr - 1].end || r[*nr - 1].end >= r[*nr].start)))
			return -1;
	}
	return 0;
}

static int parse_percent(const char *s, size_t len, double *out)
{
	char *end;

	if (!len || s[len - 1] != '%')
		return -1;
	*out = strtod(s, &end) / 100.0;
	return end == s + len - 1 ? 0 : -1;
}

static int set_part(struct script_time_range *r, double from, double to, uint64_t first,
		    uint64_t last)
{
	const double total = (double)(last - first);

	if (!(from >= 0.0 && from <= 1.0 && to >= 0.0 && to <= 1.0))
		return -1;
	r->start = first + (uint64_t)round(from * total);
	r->end = first + (uint64_t)round(to * total);
	/* Adjacent parts must not share a time, or a sample would be in both. */
	if (r->end > r->start && r->end != last)
		r->end--;
	return 0;
}

/* Parse a part: "10%/2" is the second tenth, "10%-30%" a range, "10%" the first tenth. */
static int parse_part(const char *s, size_t len, uint64_t first, uint64_t last,
		      struct script_time_range *r)
{
	const char *slash = memchr(s, '/', len), *dash = memchr(s, '-', len);
	const char *cut = slash ? slash : dash;
	size_t n = cut ? (size_t)(cut - s) : len;
	double a, b;
	long which = 1;
	char *end;

	if (parse_percent(s, n, &a))
		return -1;
	if (dash && !slash)
		return parse_percent(dash + 1, len - n - 1, &b) ? -1
								: set_part(r, a, b, first, last);
	if (slash) {
		which = strtol(slash + 1, &end, 10);
		if (end != s + len)
			return -1;
	}
	return a > 0.0 ? set_part(r, a * (double)(which - 1), a * (double)which, first, last) : -1;
}

static int parse_parts(const char *arg, uint64_t first, uint64_t last, struct script_time_range *r,
		       uint32_t *nr)
{
	for (const char *s = arg; *s; (*nr)++) {
		size_t len = strcspn(s, ",");

		if (parse_part(s, len, first, last, &r[*nr]))
			return -1;
		/* "10%,20%" is invalid; "10%" without / or - must be the only part. */
		if (!memchr(s, '/', len) && !memchr(s, '-', len) && (*nr || s[len]))
			return -1;
		s += len + (s[len] == ',');
	}
	return 0;
}

/* Make times since the first sample times of the recording. An open end stays open. */
static int add_first_time(struct script_time_range *r, uint32_t nr, uint64_t first)
{
	for (uint32_t i = 0; i < nr; i++)
		if (__builtin_add_overflow(r[i].start, first, &r[i].start) ||
		    (r[i].end && __builtin_add_overflow(r[i].end, first, &r[i].end)))
			return -1;
	return 0;
}

int script_time_parse(const char *arg, uint64_t first, uint64_t last, bool reltime,
		      struct script_time_range **ranges, uint32_t *nr)
{
	struct script_time_range *r = mem_alloc(strlen(arg) + 1, sizeof(*r));
	const bool parts = strchr(arg, '%');
	int rc;

	*nr = 0;
	if (!r)
		return -ENOMEM;
	rc = parts ? parse_parts(arg, first, last, r, nr) : parse_pairs(arg, r, nr);
	if (!rc && reltime && !parts)
		rc = add_first_time(r, *nr, first);
	if (rc) {
		free(r);
		*nr = 0;
		return rc;
	}
	*ranges = r;
	return 0;
}

int script_time_bad(const char *arg)
{
	return rep_error("--time %s: expected START,STOP in seconds, PERCENT%%/NUMBER or "
			 "FROM%%-TO%%",
			 arg);
}
