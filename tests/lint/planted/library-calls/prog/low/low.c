/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number. */
#include "low/low.h"

int low_add(int a)
{
	return a + 1;
}
