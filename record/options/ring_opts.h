/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for ring buffers: the size, when they are drained, and the threads that drain them. */

#include <stdint.h>

enum rec_affinity { REC_AFFINITY_SYS = 0, REC_AFFINITY_NODE, REC_AFFINITY_CPU };

struct rec_ring_opts {
	uint64_t mmap_bytes; /* -m: bytes of one ring; 0: the default size */
	uint64_t mmap_flush; /* --mmap-flush: a ring with this many bytes is drained early */
	uint64_t flush_ms;   /* --flush: longest time between two drains of a ring, in ms */
	const char *threads; /* --threads: text that names groups of CPUs; NULL: one thread */
	enum rec_affinity affinity;
};
