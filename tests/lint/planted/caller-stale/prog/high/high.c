/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number twice. */
#include "high/high.h"
#include "low/low.h"

int high_twice(int a)
{
	return low_add(low_add(a));
}
