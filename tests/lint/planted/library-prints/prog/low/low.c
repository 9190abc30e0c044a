/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the number to which it adds one. */
#include "low/low.h"

#include <stdio.h>

int low_add(int a)
{
	puts(a ? "a number" : "none");
	return a + 1;
}
