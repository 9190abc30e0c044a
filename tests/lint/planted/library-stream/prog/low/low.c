/* SPDX-License-Identifier: BSD-2-Clause */
/* Says on standard error that it adds one to a number. */
#include "low/low.h"

#include <stdio.h>

int low_add(int a)
{
	fputs("it is added\n", stderr);
	return a + 1;
}
