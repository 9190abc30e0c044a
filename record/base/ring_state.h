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

#ifdef REC_NO_INDEX
/*
 * Number of ends of COMPRESSED records that struct rec_pieces keeps. This number is enough, because
 * only few COMPRESSED records are still in memory, and not in the file, when a write fails.
 */
#define REC_PIECE_ENDS 512u

/*
 * The file offsets at which the latest COMPRESSED records of a stream end. For each of these
 * offsets: the number of samples in all COMPRESSED records of the stream up to the offset.
 */
struct rec_pieces {
	struct {
		uint64_t end; /* file offset */
		uint64_t samples;
	} ends[REC_PIECE_ENDS]; /* a circular array */
	uint64_t nr;		/* number of COMPRESSED records */
	struct rec_walk walk;
	struct rec_counts counts;
	bool unknown; /* the writer did not tell what a COMPRESSED record contains */
};
#endif

/* An output file that takes ring data. Only one thread may pass data to a stream. */
struct rec_stream {
	struct pdata_writer *w;
	/*
	 * thread that compresses the data and writes it to the file; NULL: the thread that drains
	 * the rings writes the data
	 */
	struct rec_writer_thread *writer_thread;
	const char *path;
	/*
	 * Size in bytes, after compression, of all records that were passed to the writer @w so
	 * far: records in the file, and records that @w still holds in memory. After a failed
	 * write, only the records in the file count. Any thread may read this member.
	 */
	uint64_t bytes;
	/*
	 * @raw: size in bytes of the ring data that was written to the file so far, before
	 * compression; @raw_written: size in bytes of the same data in the file, after compression
	 */
	uint64_t raw, raw_written;
	/*
	 * If the file is a file data.N of a directory, this points to the size in bytes of the
	 * file up to the end of its last complete record. If the recorder is killed, another
	 * process (the guard) truncates the file to this size. NULL for other files.
	 */
	uint64_t *whole;
	/*
	 * index that the recorder makes while it writes the file, and that counts the records of
	 * the file; NULL: rec_count_spans() counts the records
	 */
	struct rec_index *index;
	/* the ring data that is now written to the file may begin in the middle of a record */
	bool goes_on;
	/*
	 * true: @index, and not rec_count_spans(), has counted the records in the ring data that
	 * was written last. If that data ends inside a record, @walk lacks the beginning of the
	 * record, so rec_count_spans() cannot count its rest. After an error has ended the work of
	 * @index, ring data that continues a record (@goes_on is true) is therefore not counted.
	 * Counting by rec_count_spans() starts with the first data that begins with a whole record.
	 */
	bool unwalked;
	struct rec_walk walk; /* state of rec_count_spans() */
	/* counts of the records written so far; any thread may read them */
	struct rec_counts counts;
	int err; /* enum pdata_err of the first write that failed; 0: none */
#ifdef REC_NO_INDEX
	struct rec_pieces pieces;
#endif
};

/* An AUX area, which belongs to a ring. A PMU fills the area with a trace. */
struct rec_aux {
	uint8_t *data; /* mapped memory of the area; NULL: the ring has no AUX area */
	uint64_t size; /* size of the AUX area in bytes, a power of two */
	uint64_t tail; /* value of aux_head up to which the trace was written to the file */
	/*
	 * the area is in overwrite mode: the kernel ignores aux_tail, and overwrites unread data
	 */
	bool latest;
	int fd; /* descriptor of the event whose PMU fills the area */
};

struct rec_ring {
	struct rec_aux aux;
	uint8_t *page; /* first mapped page, struct perf_event_mmap_page; NULL: not mapped */
	/* the ring buffer, which follows the page at @page; not valid if @page is NULL */
	uint8_t *data;
	uint64_t size; /* size of the ring buffer in bytes, a power of two */
	uint64_t tail; /* value of data_head up to which the data was written to the file */
	/*
	 * Overwrite mode: the kernel ignores data_tail and fills the ring from the end to the
	 * start, and the ring keeps the latest records.
	 */
	bool backward;
	bool has_thread; /* --threads: a ring thread drains this ring */
	int cpu;
	int *near; /* --affinity=node: array of the CPUs in the NUMA node of @cpu */
	uint32_t nr_near;
	pid_t tid;
	/* the stream (output file) to which the ring's data is written */
	struct rec_stream *out;
	int *fds; /* descriptors of the events that write to this ring; fds[0] is mapped */
	/*
	 * @nr_fds: number of descriptors in @fds; @polled: index in @fds of the descriptor that
	 * epoll watches, or @nr_fds if all descriptors have hung up because their tasks have ended
	 */
	uint32_t nr_fds, polled;
};

/* A set of rings that one thread drains, and the state of this work. */
struct rec_drain {
	struct rec *r;
	const uint32_t *rings; /* indices in r->rings of the rings to drain */
	uint32_t nr;
	/*
	 * epoll descriptor; the data of an epoll event is the index of a ring, or the @data that
	 * was passed to rec_drain_watch()
	 */
	int epoll;
	uint32_t live; /* number of rings that can still get data */
	/*
	 * true: the last rec_drain_pass() found a small ring with data, or any ring more than 3/4
	 * full, so the thread must drain the rings again without sleeping, because a ring can
	 * become full during the sleep
	 */
	bool busy;
	/*
	 * --affinity: CPU (rec_ring.cpu) of the last ring for which the thread set its CPU
	 * affinity. With --affinity=cpu, the thread runs on this CPU; with --affinity=node, on the
	 * NUMA node of this CPU. -1: the thread has not set its affinity yet.
	 */
	int pinned;
	/*
	 * number of bytes drained since the last FINISHED_ROUND record; the main loop sets this
	 * number to 0 when it writes such a record
	 */
	uint64_t unmarked;
	uint64_t committed; /* rec_now_ns() when all data was last written to the output files */
	/*
	 * A commit writes all data of the rings to the output files. @late: number of commits for
	 * which the time since the previous commit was longer than --flush allows; @longest:
	 * longest time between two commits, in ns
	 */
	uint64_t late, longest;
};
