/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one or two to a number. */
#include "low/low.h"
#include "low/low_int.h"
#include "low/more.h"
#include "shared/shared.h"

int low_add(int a)
{
	return a + shared_one();
}

int low_add_two(int a)
{
	return low_none(a) + 2;
}

int low_none(int a)
{
	return a;
}
