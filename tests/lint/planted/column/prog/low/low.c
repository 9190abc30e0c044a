/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number. */
#include "low/low.h"

/* a long line a long line a long line a long line a long line a long line a long line a long line a long line */
int low_add(int a)
{
	return a + 1;
}
