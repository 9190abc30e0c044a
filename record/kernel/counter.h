/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads the counter of an event by read(2), or without a system call if kernel and CPU allow it. */

#include <stdbool.h>
#include <stdint.h>

struct rec_count {
	uint64_t value;
	/*
	 * @enabled_ns: time in ns for which the event was enabled; @running_ns: time in ns for
	 * which the event counted, shorter than @enabled_ns if events were multiplexed
	 */
	uint64_t enabled_ns, running_ns;
};

/*
 * Functions that use CPU instructions to read a counter and the clock; tests replace the
 * functions.
 */
struct rec_count_ops {
	/*
	 * stores the hardware counter @index in *@value; returns false if the CPU has no such
	 * counter
	 */
	bool (*pmc)(uint32_t index, uint64_t *value);
	/*
	 * returns the time stamp counter of the CPU (TSC, CNTVCT_EL0), from which the kernel's
	 * clock and elapsed time are computed
	 */
	uint64_t (*clock)(void);
};

/*
 * The functions for this architecture; NULL: no instructions to read counters are known for this
 * architecture.
 */
extern const struct rec_count_ops *const rec_count_cpu;

/*
 * Read the counter of the event whose first mapped page (struct perf_event_mmap_page) is @page,
 * without a system call. Only the thread that the event counts may call this function. Return:
 * true; false: the caller has to use rec_count_fd(), for example because the kernel does not allow
 * rdpmc, or because @page or @ops is NULL.
 */
bool rec_count_page(const void *page, const struct rec_count_ops *ops, struct rec_count *c);
/*
 * Read the count and the two times of the event @fd by read(2). Return: 0 or -errno.
 */
int rec_count_fd(int fd, struct rec_count *c);
/*
 * Return an estimate of the count for the whole time for which the event was enabled: value *
 * enabled_ns / running_ns, or value if the event never counted or always counted.
 */
uint64_t rec_count_scaled(const struct rec_count *c);
