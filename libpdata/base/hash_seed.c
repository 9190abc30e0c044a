/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A random seed for hash tables and treaps from getentropy(3), so that crafted input cannot force
 * their worst case.
 */
#include "base/hash_seed.h"

#include <time.h>
#include <unistd.h>

uint64_t pd_hash_seed(void)
{
	struct timespec now = { 0 };
	uint64_t seed;

	if (!getentropy(&seed, sizeof(seed)))
		return seed;
	/* Kernels without getrandom(2): the stack's address and the time have to do. */
	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((uintptr_t)&seed ^ (uint64_t)now.tv_nsec << 32) * 0x9e3779b97f4a7c15ull;
}
