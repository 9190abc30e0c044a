/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options about rings, and who empties them when. */

#include <stdint.h>

enum rec_affinity { REC_AFFINITY_SYS = 0, REC_AFFINITY_NODE, REC_AFFINITY_CPU };

struct rec_ring_opts {
	uint64_t mmap_bytes; /* -m; of one ring, 0: chosen */
	uint64_t mmap_flush; /* bytes that a ring must hold to be emptied before it is due */
	uint64_t flush_ms;   /* a ring is emptied as often as this */
	const char *threads; /* groups of cpus, each emptied by a thread; NULL: one for all */
	enum rec_affinity affinity;
};
