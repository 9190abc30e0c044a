/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses the numbers and ranges of lists such as "1,3-5". */
#include "common/number_range.h"

#include <errno.h>
#include <stdlib.h>

static int take_number(const char **s, int base, uint64_t max, uint64_t *v)
{
	char *end;

	if (**s < '0' || **s > '9')
		return -1;
	errno = 0;
	*v = strtoull(*s, &end, base);
	*s = end;
	return errno || *v > max ? -1 : 0;
}

int pd_range_parse(const char **s, int base, uint64_t max, struct pd_range *r)
{
	if (take_number(s, base, max, &r->first))
		return -1;
	r->last = r->first;
	if (**s != '-')
		return 0;
	++*s;
	return take_number(s, base, max, &r->last) || r->last < r->first ? -1 : 0;
}
