/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reading a counter of one's own without a system call, where kernel and cpu allow it. */

#include <stdbool.h>
#include <stdint.h>

struct rec_count {
	uint64_t value;
	uint64_t enabled_ns,
		running_ns; /* it counted for part of the time only where these differ */
};

/* What a cpu has for that; a test has its own. */
struct rec_count_ops {
	bool (*pmc)(uint32_t index, uint64_t *value); /* false: no such counter */
	uint64_t (*clock)(void);		      /* what the kernel's clock is made of */
};

/* NULL on machines without. */
extern const struct rec_count_ops *const rec_count_cpu;

/*
 * Read the counter whose first mapped page is @page, from the thread it counts.
 * Return: false when the kernel says that it has to be asked (or without @ops).
 */
bool rec_count_page(const void *page, const struct rec_count_ops *ops, struct rec_count *c);
/* The same by read(2), for times as well. Return: 0 or -errno. */
int rec_count_fd(int fd, struct rec_count *c);
/* What it would have been, had it counted all the time. */
uint64_t rec_count_scaled(const struct rec_count *c);
