/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* A random seed for hash tables and treaps. */

#include <stdint.h>

/*
 * Return a seed that the author of the input cannot know. Crafted input then cannot force the worst
 * case of hash tables and treaps that use the seed. No output may depend on the seed.
 */
uint64_t pd_hash_seed(void);
