/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Gives a recording as tables: samples, and what they refer to by number (stacks, frames, maps,
 * threads, events). tables.def describes each table and its columns.
 *
 * Samples are read one at a time, so memory is bounded by the distinct stacks, frames and threads.
 * Numbers of stacks, frames and threads are given while samples are read; names exist after
 * tables_complete(), which resolves all frames in bulk.
 */

#include "profile/filter/sample_filter.h"
#include "profile/model/report.h"
#include "profile/tables/stack_trie.h"

#define TABLES_SCHEMA_VERSION 1

/* Which samples of a recording are in the tables, and how frames are named. */
struct tables_opts {
	const struct rep_input *in;
	struct script_filter_opts filter;
	const char *events; /* names of events, separated by commas; NULL: all */
	bool file_order;    /* samples in the order of the file, not of time */
	bool sums;	    /* the caller calls tables_sum_samples() and reads no single samples */
	bool lines;	    /* frames have source files and lines */
	uint64_t jobs;	    /* threads for resolving; 0: as many as pay off */
};

/* The frames of a branch. */
struct tables_branch {
	uint32_t from, to;
};

/* One row of the table "samples". A sample that counts for several events has a row for each. */
struct tables_sample {
	const struct pdata_sample *s;	      /* valid until the next sample is read */
	uint64_t number;		      /* of the row, from 1 */
	const struct tables_branch *branches; /* s->branch.nr elements, valid as long as s */
	uint32_t event;			      /* index of the event */
	uint32_t cpumode;
	uint32_t thread; /* number in the table "threads" */
	uint32_t stack;	 /* number in the table "stacks"; 0: no stack */
	uint32_t frame;	 /* number of the frame of the sampled address in "frames" */
	uint64_t time;	 /* ns; 0 if the event's records have none */
	uint64_t period;
};

/* One row of the table "threads": a thread under one name. */
struct tables_thread {
	uint32_t pid, tid;
	const char *comm;
	const struct tables_task *task;
};

/* A thread's life, as far as FORK and EXIT records describe it. */
struct tables_task {
	uint32_t pid, tid;
	uint32_t parent_pid, parent_tid;
	bool has_parent, has_start, has_end; /* which of parent, start and end are known */
	bool used;
	uint64_t start, end; /* ns */
};

enum tables_frame_kind {
	TABLES_USER,
	TABLES_KERNEL,
	TABLES_JIT,   /* memory without a file */
	TABLES_GUEST, /* in a guest, which has no maps in the recording */
	TABLES_UNKNOWN,
	TABLES_NR_KINDS
};

/* One row of the table "frames": an address in an object, or a function that is inlined there. */
struct tables_frame {
	uint32_t location; /* number in rp.places */
	/*
	 * Position from 1 in the functions at this address, innermost first; 0: the address itself,
	 * with the function that its symbol names.
	 */
	uint32_t position;
	/*
	 * Set in frames with position 0, if a stack contains the functions that are inlined at the
	 * address:
	 */
	uint32_t inlined;    /* frame of the innermost inlined function */
	uint32_t nr_inlined; /* these functions have consecutive numbers */
	uint32_t outer;	     /* frame of the function around the inlined ones */
};

/* One row of the table "stacks". */
struct tables_stack {
	uint32_t parent; /* 0: the outermost frame */
	uint32_t frame;
	uint32_t depth; /* the outermost frame has depth 1 */
};

struct tables;

/*
 * Open a recording. *@out is set even on failure, so that tables_close() gives the status.
 * Return: enum rep_exit; after anything but REP_OK only tables_close() may be called.
 */
int tables_open(struct tables **out, const struct tables_opts *o);

/* Close the recording and print what could not be read. Return: enum rep_exit. */
int tables_close(struct tables *t);

/* Read the next sample. Return: 1; 0: the end, or an error of the session. */
int tables_next_sample(struct tables *t, struct tables_sample *row);

enum tables_next { TABLES_END, TABLES_SAMPLE, TABLES_RECORD };

/*
 * Read the next sample, or the next record of another type; *@rec is valid until the next call.
 * Records that precede a sample in order are returned before it, whether or not filters leave the
 * sample out.
 */
enum tables_next tables_next(struct tables *t, struct tables_sample *row, struct pdata_record *rec);

/*
 * Let @fn, unless it is NULL, see the records other than samples that tables_next_sample() reads
 * from now on, in their order. @rec is valid during the call.
 */
typedef void tables_record_fn(void *ctx, const struct pdata_record *rec);
void tables_watch_records(struct tables *t, tables_record_fn *fn, void *ctx);

/* Whether --time, --pid and --tid select a record of thread @tid of process @pid. */
bool tables_wants_record(const struct tables *t, uint64_t time, uint32_t pid, uint32_t tid);

/* Return: the event's name for messages and tables. */
const char *tables_event_name(struct tables *t, uint32_t event);

/* What a thread did from start to end. */
struct tables_state {
	uint32_t thread;
	bool has_start, has_end;
	uint64_t start, end;
	const char *state;
	bool has_cpu;
	uint32_t cpu;
	bool has_waker;
	uint32_t waker; /* tid */
	uint32_t stack;
};

/* Read on to the next state that ends. Return: 1; 0: there is none, or the session has an error. */
int tables_next_state(struct tables *t, struct tables_state *state);

/* Begin with the first sample, for the first time or again. Return: enum rep_exit. */
int tables_begin_pass(struct tables *t);

/*
 * Read the remaining samples, and resolve all frames. Return: enum rep_exit. The functions below
 * may be called after it.
 */
int tables_complete(struct tables *t);

/* The sum of all samples that have equal values of the members before nr. */
struct tables_sum {
	uint32_t event, cpumode;
	uint32_t thread, stack, frame; /* as in struct tables_sample */
	int32_t cpu;		       /* -1: not known, or not asked for */
	uint64_t nr, period;	       /* number of samples, and the sum of their periods */
};

/*
 * Read all samples in threads, and sum them by event, thread and call stack, with @by_cpu also by
 * CPU. Call it in place of tables_next_sample() and tables_complete(). The memory used is that of
 * the distinct sums. The sums are in the order of their first samples in the file. Return: enum
 * rep_exit.
 */
int tables_sum_samples(struct tables *t, bool by_cpu);
uint32_t tables_nr_sums(const struct tables *t);
const struct tables_sum *tables_sum(const struct tables *t, uint32_t i); /* from 0 */

/* Numbers of rows begin with 1, and 0 means "none". Numbers of events begin with 0. */
uint32_t tables_nr_threads(const struct tables *t);
const struct tables_thread *tables_thread(const struct tables *t, uint32_t n);
uint32_t tables_nr_stacks(const struct tables *t);
const struct tables_stack *tables_stack(const struct tables *t, uint32_t n);
uint32_t tables_nr_frames(const struct tables *t);
const struct tables_frame *tables_frame(const struct tables *t, uint32_t n);
uint32_t tables_nr_maps(const struct tables *t);
const struct pdata_map *tables_map(const struct tables *t, uint32_t n);
struct rep_session *tables_session(struct tables *t);

/* The facts about a frame that are printed. */
struct tables_frame_facts {
	enum tables_frame_kind kind;
	const char *function; /* NULL: no symbol covers the address */
	const char *object;   /* name as `pdata report` prints it; NULL: nothing is mapped */
	const char *file;     /* source file as the compiler had it, with opts.lines; or NULL */
	uint32_t line;	      /* 0: not known */
	uint32_t map;	      /* number in the table "mappings", or 0 */
	uint64_t addr;	      /* address in the object; address in memory if no map covers it */
	uint64_t offset;      /* from the start of the function */
	bool inlined;
};

void tables_frame_facts(struct tables *t, uint32_t n, struct tables_frame_facts *f);

/* The symbol that covers the address of a frame; inlined functions do not count. */
struct tables_symbol {
	const struct pdata_object *object;
	const struct sym *sym; /* NULL: no symbol covers the address */
	uint64_t addr;	       /* address in the object */
};

/* Return: false: nothing is mapped at frame @n, and @out is as it was. */
bool tables_frame_symbol(const struct tables *t, uint32_t n, struct tables_symbol *out);

extern const char *const tables_kind_names[TABLES_NR_KINDS];

/* Counts of what is missing, after tables_complete(). */
struct tables_losses {
	uint64_t lost_events, lost_samples; /* LOST and LOST_SAMPLES records */
	uint64_t unresolved;		    /* samples whose address has no symbol */
};

const struct tables_losses *tables_losses(const struct tables *t);
