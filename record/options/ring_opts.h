/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for ring buffers: the size, when they are drained, and the threads that drain them. */

#include <stdint.h>

enum rec_affinity { REC_AFFINITY_SYS = 0, REC_AFFINITY_NODE, REC_AFFINITY_CPU };

struct rec_ring_opts {
	uint64_t mmap_bytes; /* -m: size of a ring in bytes; 0: the default size */
	/* --mmap-flush: a ring is drained early if it has at least this many unread bytes */
	uint64_t mmap_flush;
	uint64_t flush_ms; /* --flush: longest time in ms between two drains of a ring */
	/* --threads: names the groups of CPUs, with a thread each; NULL: no threads */
	const char *threads;
	enum rec_affinity affinity;
};
