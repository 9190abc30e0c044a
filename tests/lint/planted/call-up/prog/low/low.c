/* SPDX-License-Identifier: BSD-2-Clause */
/* Calls a room above its own. */
#include "low/low.h"

int high_twice(int a);

int low_add(int a)
{
	return high_twice(a);
}
