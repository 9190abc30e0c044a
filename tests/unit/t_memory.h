/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Bounds on the memory of a test, as RLIMIT_DATA counts it. Sanitizers take memory of their own. */

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define T_MEMORY_COUNTS 1

#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* Bytes of private memory. */
static inline rlim_t t_data_bytes(void)
{
	unsigned long long kb = 0;
	char line[256];
	FILE *f = fopen("/proc/self/status", "r");

	CHECK(f);
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "VmData: %llu kB", &kb) == 1)
			break;
	fclose(f);
	return (rlim_t)kb << 10;
}

/* Set the limit; RLIM_INFINITY: none. */
static inline void t_limit_data(rlim_t bytes)
{
	CHECK_I(setrlimit(RLIMIT_DATA, &(struct rlimit){ bytes, RLIM_INFINITY }), 0);
}

/* Whether the limit of @bytes holds: qemu-user does not pass it on to the kernel. */
static inline bool t_limit_holds(rlim_t bytes)
{
	const size_t size = (size_t)bytes + (16u << 20);
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return true;
	munmap(p, size);
	return false;
}
#endif
