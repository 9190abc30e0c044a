/* SPDX-License-Identifier: BSD-2-Clause */
#include "low/low.h"

int low_add(int a)
{
	return a + 1;
}
