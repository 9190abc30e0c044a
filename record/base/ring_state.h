/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* From rings to files: the state that rings, drains and streams have. */

#include "base/rec_counts.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct rec;
struct rec_index;
struct rec_writer_thread;

enum rec_stream_op { REC_STREAM_SPANS, REC_STREAM_ROUND, REC_STREAM_COMMIT };

/* Takes ring data. One thread puts it in. */
struct rec_stream {
	struct pdata_writer *w;
	struct rec_writer_thread
		*writer_thread; /* does the writing; NULL: whoever puts something in */
	const char *path;
	uint64_t bytes;		   /* of data so far; any thread may ask */
	uint64_t raw, raw_written; /* of ring data, and what became of them */
	uint64_t *whole;	   /* as many bytes of the file are whole records; may be NULL */
	struct rec_index *index;   /* has counted what it was made of; NULL: records are walked */
	bool goes_on;		   /* what is written may begin in a record that was begun before */
	bool unwalked;		   /* walk does not know of such a record: the index has counted */
	struct rec_walk walk;
	struct rec_counts counts; /* of the records so far; any thread may ask */
	int err;		  /* of the first write that failed */
};

/* Memory beside a ring, for what a unit traces. */
struct rec_aux {
	uint8_t *data; /* NULL: none */
	uint64_t size; /* bytes, a power of two */
	uint64_t tail; /* as far as the file has it */
	bool latest;   /* filled without regard for the tail */
	int fd;	       /* the unit's event */
};

struct rec_ring {
	struct rec_aux aux;
	uint8_t *page; /* first page of the mapping */
	uint8_t *data;
	uint64_t size; /* bytes, a power of two */
	uint64_t tail; /* as far as the file has it */
	bool backward; /* filled from the end, without regard for the tail: it keeps the latest */
	bool has_thread;
	int cpu;
	int *near; /* cpus of its node, with --affinity=node */
	uint32_t nr_near;
	pid_t tid;
	struct rec_stream *out; /* where its data goes */
	int *fds; /* descriptors whose records come here; the first owns the mapping */
	uint32_t nr_fds,
		polled; /* polled: index of the one that is waited for; nr_fds: none lives */
};

struct rec_drain {
	struct rec *r;
	const uint32_t *rings; /* indices */
	uint32_t nr;
	int epoll;		/* data: an index, or what rec_drain_watch() was given */
	uint32_t live;		/* rings with a descriptor that can still deliver */
	bool busy;		/* rings fill so fast that waiting for them would be late */
	int pinned;		/* the cpu we went to last; -1: none */
	uint64_t unmarked;	/* bytes since the caller set it to 0 */
	uint64_t committed;	/* when the streams were last */
	uint64_t late, longest; /* commits that came later than promised; the longest time in ns */
};
