/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells a number that several programs use. */
#include "shared/shared.h"

int shared_one(void)
{
	return 1;
}
