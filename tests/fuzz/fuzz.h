/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A fuzz target, as libFuzzer calls it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
