/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The state of rings, drains and streams, on the way from rings to files. */

#include "base/rec_counts.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct rec;
struct rec_index;
struct rec_writer_thread;

enum rec_stream_op { REC_STREAM_SPANS, REC_STREAM_ROUND, REC_STREAM_COMMIT };

/* A file that takes ring data. Only one thread may pass data to it. */
struct rec_stream {
	struct pdata_writer *w;
	/* Compresses and writes the data; NULL: the thread that passes the data writes it. */
	struct rec_writer_thread *writer_thread;
	const char *path;
	uint64_t bytes;		   /* bytes of data so far; any thread may read it */
	uint64_t raw, raw_written; /* bytes of ring data, before and after compression */
	uint64_t *whole;	   /* bytes of the file that are whole records; may be NULL */
	/* counts the records; NULL: rec_count_spans() counts them with walk */
	struct rec_index *index;
	bool goes_on; /* the next data may begin in the middle of a record */
	/*
	 * the index has counted the latest data; walk does not know the record at the end of that
	 * data
	 */
	bool unwalked;
	struct rec_walk walk;
	struct rec_counts counts; /* counts of the records so far; any thread may read them */
	int err;		  /* error of the first write that failed; 0: none */
};

/* An AUX area beside a ring, which a PMU fills with its trace. */
struct rec_aux {
	uint8_t *data; /* NULL: none */
	uint64_t size; /* bytes, a power of two */
	uint64_t tail; /* position up to which data was written to the file */
	bool latest;   /* overwrite mode: the kernel ignores the tail */
	int fd;	       /* the PMU's event */
};

struct rec_ring {
	struct rec_aux aux;
	uint8_t *page; /* first page of the mapping */
	uint8_t *data;
	uint64_t size; /* bytes, a power of two */
	uint64_t tail; /* position up to which data was written to the file */
	/*
	 * overwrite mode: the kernel fills the ring from the end, and the ring keeps the latest
	 * records
	 */
	bool backward;
	bool has_thread;
	int cpu;
	int *near; /* CPUs of the same NUMA node, with --affinity=node */
	uint32_t nr_near;
	pid_t tid;
	struct rec_stream *out; /* the stream that takes the ring's data */
	int *fds; /* descriptors of the events in this ring; the first one owns the mapping */
	/* polled: index of the descriptor that is watched; nr_fds: all have hung up */
	uint32_t nr_fds, polled;
};

struct rec_drain {
	struct rec *r;
	const uint32_t *rings; /* indices of r->rings */
	uint32_t nr;
	int epoll;	    /* epoll data: index of a ring, or the data of rec_drain_watch() */
	uint32_t live;	    /* rings that can still get data */
	bool busy;	    /* rings fill so fast that the next pass must follow at once */
	int pinned;	    /* the CPU this thread is bound to, with --affinity; -1: none */
	uint64_t unmarked;  /* bytes drained since the caller set it to 0 */
	uint64_t committed; /* time of the last commit of the streams */
	/* number of commits later than --flush; longest time between two commits, in ns */
	uint64_t late, longest;
};
