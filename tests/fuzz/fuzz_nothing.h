/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FUZZ_NOTHING_H
#define FUZZ_NOTHING_H

/* In place of a target whose library was not built in. */

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	(void)data;
	(void)size;
	return 0;
}

#endif
