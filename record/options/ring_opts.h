/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for rings: their size, and when and by which threads they are drained. */

#include <stdint.h>

enum rec_affinity { REC_AFFINITY_SYS = 0, REC_AFFINITY_NODE, REC_AFFINITY_CPU };

struct rec_ring_opts {
	uint64_t mmap_bytes; /* -m: size of one ring; 0: the default */
	uint64_t mmap_flush; /* --mmap-flush: a ring with this many bytes is drained at once */
	uint64_t flush_ms;   /* --flush: each ring is drained at least this often */
	const char *threads; /* --threads: groups of CPUs, one thread for each; NULL: one thread */
	enum rec_affinity affinity;
};
