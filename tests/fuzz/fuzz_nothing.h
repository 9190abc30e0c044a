/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* In place of a target whose library was not built in. */

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	(void)data;
	(void)size;
	return 0;
}
