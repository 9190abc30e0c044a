/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the state of rings, of drains (loops that empty rings) and of streams (output files). */

#include "base/rec_counts.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct rec;
struct rec_index;
struct rec_writer_thread;

enum rec_stream_op { REC_STREAM_SPANS, REC_STREAM_ROUND, REC_STREAM_COMMIT };

/* An output file that takes ring data. Only one thread may pass data to a stream. */
struct rec_stream {
	struct pdata_writer *w;
	/* thread that compresses and writes the data; NULL: the thread that passes it writes it */
	struct rec_writer_thread *writer_thread;
	const char *path;
	uint64_t bytes; /* bytes of data so far; any thread may read @bytes */
	/* @raw: size of the ring data before compression; @raw_written: after compression */
	uint64_t raw, raw_written;
	/*
	 * file data.N of a directory: its size up to the end of the last complete record, to which
	 * the guard process truncates it if the recorder is killed; NULL: other files
	 */
	uint64_t *whole;
	/* the index of the file, which counts records; NULL: rec_count_spans() counts them */
	struct rec_index *index;
	bool goes_on; /* the data being written may begin in the middle of a record */
	/*
	 * The index has counted the latest data, so @walk does not know whether a record is
	 * incomplete at the end of that data.
	 */
	bool unwalked;
	struct rec_walk walk;	  /* state of rec_count_spans() */
	struct rec_counts counts; /* counts of records so far; any thread may read them */
	int err;		  /* enum pdata_err of the first write that failed; 0: none */
};

/* An AUX area beside a ring, which a PMU fills with its trace. */
struct rec_aux {
	uint8_t *data; /* mapping of the area; NULL: the ring has no AUX area */
	uint64_t size; /* bytes, a power of two */
	uint64_t tail; /* position up to which data was written to the file */
	/* overwrite mode: the kernel ignores aux_tail, and overwrites data that was not read */
	bool latest;
	int fd; /* descriptor of the event whose PMU fills the area */
};

struct rec_ring {
	struct rec_aux aux;
	uint8_t *page; /* first mapped page, struct perf_event_mmap_page; NULL: not mapped */
	uint8_t *data; /* the ring buffer behind this page */
	uint64_t size; /* bytes, a power of two */
	uint64_t tail; /* position up to which data was written to the file */
	/*
	 * Overwrite mode: the kernel fills the ring from the end to the start, and the ring keeps
	 * the latest records.
	 */
	bool backward;
	bool has_thread; /* --threads: a ring thread drains this ring */
	int cpu;
	int *near; /* --affinity=node: the CPUs in the NUMA node of @cpu */
	uint32_t nr_near;
	pid_t tid;
	struct rec_stream *out; /* the stream that takes the ring's data */
	int *fds; /* descriptors of the events that write to this ring; fds[0] is mapped */
	/*
	 * @polled: index in @fds of the descriptor that is watched; @nr_fds: all descriptors hung
	 * up
	 */
	uint32_t nr_fds, polled;
};

/* A set of rings that one thread drains, and the state of this work. */
struct rec_drain {
	struct rec *r;
	const uint32_t *rings; /* indices in r->rings of the rings to drain */
	uint32_t nr;
	int epoll;     /* epoll descriptor; event data: ring index, or @data of rec_drain_watch() */
	uint32_t live; /* number of rings that can still get data */
	bool busy;     /* rings fill so fast that the thread must not sleep before the next pass */
	int pinned;    /* --affinity: CPU of the ring that the thread moved to; -1: none */
	uint64_t unmarked;  /* bytes drained since the last FINISHED_ROUND; the caller resets it */
	uint64_t committed; /* rec_now_ns() at the last commit of the streams */
	/*
	 * @late: count of commits for which the time since the previous commit exceeded --flush;
	 * @longest: longest time between two commits, in ns
	 */
	uint64_t late, longest;
};
