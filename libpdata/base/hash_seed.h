/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Gets a random seed for hash tables and treaps. */

#include <stdint.h>

/*
 * Return a random seed that the author of the input cannot know, so that crafted input cannot force
 * the worst case of hash tables and treaps that use the seed. No output may depend on the seed.
 */
uint64_t pd_hash_seed(void);
