/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads a counter of this thread without a system call, if kernel and CPU allow it. */

#include <stdbool.h>
#include <stdint.h>

struct rec_count {
	uint64_t value;
	/* If running_ns is less than enabled_ns, the event was multiplexed with others. */
	uint64_t enabled_ns, running_ns;
};

/* The instructions that read a CPU's counters and its clock; tests have their own functions. */
struct rec_count_ops {
	bool (*pmc)(uint32_t index, uint64_t *value); /* false: no such counter */
	/* reads the cycle counter of the CPU, from which elapsed time is computed */
	uint64_t (*clock)(void);
};

/* The functions of this architecture; NULL if it has no such instructions. */
extern const struct rec_count_ops *const rec_count_cpu;

/*
 * Read the counter of the event whose first mapped page is @page. Only the thread that the event
 * counts may call this. Return: false if a system call is needed instead: the kernel does not allow
 * rdpmc, or @page or @ops is NULL.
 */
bool rec_count_page(const void *page, const struct rec_count_ops *ops, struct rec_count *c);
/* Read count and times by read(2). Return: 0 or -errno. */
int rec_count_fd(int fd, struct rec_count *c);
/* Return the count, scaled up to the time for which the event was enabled. */
uint64_t rec_count_scaled(const struct rec_count *c);
