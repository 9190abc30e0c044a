/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads the counter of an event by read(2), or without a system call if kernel and CPU allow it. */

#include <stdbool.h>
#include <stdint.h>

struct rec_count {
	uint64_t value;
	/*
	 * time for which the event was enabled, and for which it counted; the times differ if
	 * events were multiplexed
	 */
	uint64_t enabled_ns, running_ns;
};

/* Functions for the CPU instructions that read a counter and the clock; tests replace them. */
struct rec_count_ops {
	/* reads the hardware counter @index; returns false if the CPU has no counter @index */
	bool (*pmc)(uint32_t index, uint64_t *value);
	/* reads the cycle counter of the CPU, from which elapsed time is computed */
	uint64_t (*clock)(void);
};

/*
 * The functions for this architecture; NULL: no instructions to read counters are known for this
 * architecture.
 */
extern const struct rec_count_ops *const rec_count_cpu;

/*
 * Read the counter of the event whose first mapped page (struct perf_event_mmap_page) is @page.
 * Only the thread that the event counts may call this. Return: false: the caller has to use
 * rec_count_fd(), because the kernel does not allow rdpmc, or @page or @ops is NULL.
 */
bool rec_count_page(const void *page, const struct rec_count_ops *ops, struct rec_count *c);
/*
 * Read the count and the two times of the event @fd by read(2). Return: 0 or -errno.
 */
int rec_count_fd(int fd, struct rec_count *c);
/* Return the estimated count for the whole time enabled: value * enabled_ns / running_ns. */
uint64_t rec_count_scaled(const struct rec_count *c);
