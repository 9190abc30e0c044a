/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number, or ends the program. */
#include "low/low.h"

#include <stdlib.h>

static int check(int a)
{
	if (a < 0)
		exit(1);
	return a;
}

int low_add(int a)
{
	return check(a) + 1;
}
