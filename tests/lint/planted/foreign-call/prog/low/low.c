/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number. */
#include "low/low.h"

int shared_one(void);

int low_add(int a)
{
	return a + shared_one();
}
