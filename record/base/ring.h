/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REC_RING_H
#define REC_RING_H

/* From rings to files; part of rec.h. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct rec;

/* ---- streams (rec_stream.c, rec_worker.c) ---- */

enum rec_stream_op { REC_STREAM_SPANS, REC_STREAM_ROUND, REC_STREAM_COMMIT };

struct rec_writer_thread;
struct rec_index;

/* Takes ring data. One thread puts it in. */
struct rec_stream {
	struct pdata_writer *w;
	struct rec_writer_thread *worker; /* does the writing; NULL: whoever puts something in */
	const char *path;
	uint64_t bytes;		   /* of data so far; any thread may ask */
	uint64_t raw, raw_written; /* of ring data, and what became of them */
	uint64_t *whole;	   /* as many bytes of the file are whole records; may be NULL */
	struct rec_index *index;   /* made of what is written; may be NULL */
	int err;
	bool said; /* what is wrong */
};

/* Return: 0, or -1 with a line said once. */
int rec_stream_spans(struct rec_stream *s, const struct pdata_span *spans, size_t nr);
int rec_stream_round(struct rec_stream *s);
/* An AUXTRACE record and its data; what was put in before is done. */
int rec_stream_aux(struct rec_stream *s, const struct pdata_value *v,
		   const struct pdata_span *spans, size_t nr);
int rec_stream_commit(struct rec_stream *s);
/* Until everything put in so far is done; then the writer is the caller's. */
int rec_stream_wait(struct rec_stream *s);
uint64_t rec_stream_bytes(const struct rec_stream *s);
/* Say why the writer failed, once. Return: -1. */
int rec_stream_failed(struct rec_stream *s, int err);
/* For the worker: do it in this thread. Return: 0 or one of enum pdata_err. */
int rec_stream_now(struct rec_stream *s, enum rec_stream_op op, const struct pdata_span *spans,
		   size_t nr);

/* NULL and errno when no thread can be had. */
struct rec_writer_thread *rec_writer_thread_start(void);
void rec_worker_put(struct rec_writer_thread *k, struct rec_stream *to, enum rec_stream_op op,
		    const struct pdata_span *spans, size_t nr);
void rec_worker_wait(struct rec_writer_thread *k);
void rec_writer_thread_stop(struct rec_writer_thread *k); /* when all is done; NULL is allowed */

/* ---- rings (rec_ring.c) ---- */

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
	bool has_lane;
	int cpu;
	int *near; /* cpus of its node, with --affinity=node */
	uint32_t nr_near;
	pid_t tid;
	struct rec_stream *out; /* where its data goes */
	int *fds; /* descriptors whose records come here; the first owns the mapping */
	uint32_t nr_fds,
		polled; /* polled: index of the one that is waited for; nr_fds: none lives */
};

int rec_ring_map(struct rec_ring *r, int fd, uint64_t bytes);
void rec_ring_unmap(struct rec_ring *r);
/* What is new, as one or two spans. *@head goes to rec_ring_consume() when it was written. */
uint32_t rec_ring_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/* The same for a backward ring, whose output must be paused: the latest record comes first. */
uint32_t rec_ring_latest(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
void rec_ring_consume(struct rec_ring *r, uint64_t head);

/* ---- AUX areas (rec_aux.c) ---- */

/* Beside a ring that is mapped, by the event that fills it. Return: 0 or -errno. */
int rec_aux_map(struct rec_ring *r, int fd, uint64_t bytes, bool latest);
void rec_aux_unmap(struct rec_ring *r);
/* What is new, as one or two spans; of more than there is room for, the end. */
uint32_t rec_aux_spans(const struct rec_ring *r, struct pdata_span spans[2], uint64_t *head);
/* All there is in an area that keeps the latest, or the last @limit bytes of it (0: no limit). */
uint32_t rec_aux_latest(const struct rec_ring *r, uint64_t limit, struct pdata_span spans[2],
			uint64_t *head);
void rec_aux_consume(struct rec_ring *r, uint64_t head);
/* Into the ring's stream. Return: 0 or -1 (said). */
int rec_aux_drain(struct rec *r, struct rec_ring *ring);
int rec_aux_snapshot(struct rec *r, struct rec_ring *ring);

/* What went by, as the headers of records tell. */
struct rec_counts {
	uint64_t samples, lost, throttled; /* lost: of what LOST records speak */
	uint64_t truncated;		   /* AUX records that say so */
};

/* Add a record that is no sample. */
void rec_ring_count_record(struct rec_counts *c, uint32_t type, const void *data, size_t size);
void rec_counts_add(struct rec_counts *sum, const struct rec_counts *c);
/* Add the records of spans that are whole records together. */
void rec_ring_count(struct rec_counts *c, const struct pdata_span *spans, uint32_t nr);

/* ---- emptying rings (rec_drain.c) ---- */

struct rec_drain {
	struct rec *r;
	const uint32_t *rings; /* indices */
	uint32_t nr;
	int epoll;	   /* data: an index, or what rec_drain_watch() was given */
	uint32_t live;	   /* rings with a descriptor that can still deliver */
	bool busy;	   /* rings fill so fast that waiting for them would be late */
	int pinned;	   /* the cpu we went to last; -1: none */
	uint64_t unmarked; /* bytes since the caller set it to 0 */
	struct rec_counts counts;
	uint64_t committed;	/* when the streams were last */
	uint64_t late, longest; /* commits that came later than promised; the longest time in ns */
};

int rec_drain_open(struct rec_drain *d, struct rec *r, const uint32_t *rings, uint32_t nr);
void rec_drain_close(struct rec_drain *d);
int rec_drain_watch(struct rec_drain *d, int fd, uint32_t data);
void rec_drain_unwatch(struct rec_drain *d, int fd);
/*
 * Every event of a ring wakes all of them, so one descriptor is watched. When its own task has
 * ended it would report that for ever: another one takes over, and when none is left the ring
 * has nothing more to come.
 */
int rec_drain_hung_up(struct rec_drain *d, uint32_t index);
/* One pass over the rings that are emptied as they fill; @all: even those that hold little. */
int rec_drain_pass(struct rec_drain *d, bool all);
/* Add what @d counted, while it still does, to @sum. */
void rec_drain_add(struct rec_drain *sum, const struct rec_drain *d);
/* The streams are committed. */
void rec_drain_committed(struct rec_drain *d, uint64_t now);
/* What the backward rings hold since the last time. All stand still at one moment, and shortly. */
int rec_drain_latest(struct rec_drain *d);

/* ---- a recording that is a directory (rec_dir.c) ---- */

bool rec_dir_is_recording(const char *path);
/* It becomes PATH.old. */
void rec_dir_keep_old(struct rec *r, const char *path);
/* Return: a descriptor of the file "data" in it, or -1 (said). */
int rec_dir_open(struct rec *r, const char *path);
/* A file for each ring, which gets it as its stream. */
int rec_dir_members(struct rec *r, const char *path);
/* The times of the first and last sample of all, with those of the first file, if they are known. */
bool rec_dir_sample_time(const struct rec *r, const struct rec_index *data,
			 struct pdata_sample_time *out);
/* Give the first file, which is @fd and finished, the index of all; @data is its own. */
void rec_dir_index(struct rec *r, const struct rec_index *data, int fd);
uint64_t rec_dir_bytes(const struct rec *r); /* of data in all of them */
/* Add what went into them and what became of it. */
void rec_dir_raw(const struct rec *r, uint64_t *raw, uint64_t *written);
void rec_dir_close(struct rec *r);

/* ---- threads for groups of cpus (rec_lanes.c) ---- */

/* Which rings go to which thread; sets nr_lanes. */
int rec_lanes_plan(struct rec *r);
int rec_threads_start(struct rec *r);
/* A descriptor that is readable when one of them has news. */
int rec_threads_fd(struct rec *r);
int rec_threads_handle_event(struct rec *r);			  /* the news; -1: one has failed */
bool rec_threads_live(const struct rec *r);			  /* some ring can still deliver */
void rec_threads_sum(const struct rec *r, struct rec_drain *sum); /* add what they counted */
int rec_threads_dump(struct rec *r); /* what the rings keep goes to the files, soon */
int rec_threads_stop(struct rec *r); /* everything goes to the files; the threads end */

#endif
