/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Replaces a target if the library that it tests is not built in. */

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	(void)data;
	(void)size;
	return 0;
}
