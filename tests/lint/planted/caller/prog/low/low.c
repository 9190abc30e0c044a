/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds one to a number, and writes to a descriptor that it is given. */
#include "low/low.h"
#include "shared/shared.h"

#include <stdio.h>
#include <unistd.h>

int low_add(int a)
{
	char text[16];
	const int n = snprintf(text, sizeof(text), "%d", a);

	return a < 0 ? (int)write(-a, text, (size_t)n) : a + shared_one();
}
