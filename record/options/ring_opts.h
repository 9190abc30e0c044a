/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Options for the size of ring buffers, the times at which the recorder drains the buffers, and
 * the threads that drain them.
 */

#include <stdint.h>

enum rec_affinity { REC_AFFINITY_SYS = 0, REC_AFFINITY_NODE, REC_AFFINITY_CPU };

struct rec_ring_opts {
	/* -m: size of a ring in bytes; 0: the recorder chooses the size (see open_events.c) */
	uint64_t mmap_bytes;
	/*
	 * --mmap-flush: between two commits (a commit drains all rings, at the latest after
	 * @flush_ms), the recorder drains a ring only if the ring has at least this many unread
	 * bytes, or if a quarter of the ring is filled
	 */
	uint64_t mmap_flush;
	/*
	 * --flush: longest time in ms between two commits; a commit drains all rings and writes
	 * their data to the output files
	 */
	uint64_t flush_ms;
	/*
	 * --threads: text that divides the CPUs into groups; each group has a thread that drains
	 * the rings of the group. NULL: option not given; the main thread drains all rings
	 */
	const char *threads;
	enum rec_affinity affinity;
};
