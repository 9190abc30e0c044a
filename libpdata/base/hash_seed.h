/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdint.h>

/*
 * A number that whoever made the input could not know: hash tables and treaps that start from it
 * cannot be led into their worst case. No answer may depend on it.
 */
uint64_t pd_hash_seed(void);
