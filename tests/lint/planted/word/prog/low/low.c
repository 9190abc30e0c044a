/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number. */
#include "low/low.h"

int low_add(int a)
{
	return a + 1;
}

static int count_mended(int a)
{
	return a;
}

int low_count(int a);

int low_count(int a)
{
	return count_mended(a);
}
