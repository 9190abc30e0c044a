/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Presents a recording as tables: samples, and the things to which samples refer by row number
 * (stacks, frames, maps, threads) or by index (events). tables.def describes each table and its
 * columns.
 *
 * Samples are read one at a time, so memory grows only with the distinct stacks, frames and
 * threads. Stacks, frames and threads get their row numbers while samples are read. Names are known
 * only after tables_complete(), which resolves all frames in bulk.
 */

#include "profile/filter/sample_filter.h"
#include "profile/model/report.h"
#include "profile/tables/stack_trie.h"

#define TABLES_SCHEMA_VERSION 1
/* default of tables_opts.max_stack, a number of frames; perf's --max-stack has the same default */
#define TABLES_MAX_STACK 127u

/* Options that say which samples of a recording are in the tables, and how frames are named. */
struct tables_opts {
	const struct rep_input *in;
	struct script_filter_opts filter;
	/* names of the events in the tables, separated by commas; NULL: all events */
	const char *events;
	bool file_order; /* give samples in the order of the file, not in order of time */
	/* the caller will call tables_sum_samples() and will not read single samples */
	bool sums;
	bool lines; /* find the source files and lines of frames */
	/*
	 * maximum number of frames of a stack; it applies separately to the frames that were
	 * recorded and to those that are unwound from copies of the stack
	 */
	uint64_t max_stack;
	/* number of threads for resolving; 0: choose the number by the amount of work */
	uint64_t jobs;
};

/* Row numbers, in the table "frames", of the source and the target of a branch. */
struct tables_branch {
	uint32_t from, to;
};

/*
 * One row of the table "samples". A sample that counts for several events has a row for each event.
 */
struct tables_sample {
	/* the decoded sample, valid until the next sample is read */
	const struct pdata_sample *s;
	uint64_t number; /* row number in the table "samples", from 1 */
	/* array of s->branch.nr elements, valid as long as @s; NULL: no branch stack */
	const struct tables_branch *branches;
	uint32_t event; /* index of the event */
	uint32_t cpumode;
	uint32_t thread; /* row number in the table "threads" */
	uint32_t stack;	 /* row number in the table "stacks"; 0: no stack */
	uint32_t frame;	 /* row number of the sampled address in the table "frames" */
	/*
	 * Time of the sample in ns. A sample with a total off-CPU time (`record --off-cpu`) has no
	 * time of its own; for this sample, @time is the time of the row before. 0: the event's
	 * samples have no time.
	 */
	uint64_t time;
	uint64_t period;
};

/* One row of the table "threads": a thread while it has one name (comm). */
struct tables_thread {
	uint32_t pid, tid;
	const char *comm;
	const struct tables_task *task;
};

/* Parent, start and end of a thread, as known from FORK and EXIT records. */
struct tables_task {
	uint32_t pid, tid;
	uint32_t parent_pid, parent_tid;
	/*
	 * @has_parent: the ids of the parent are known; @has_start: @start is known; @has_end: @end
	 * is known
	 */
	bool has_parent, has_start, has_end;
	bool used;
	uint64_t start, end; /* times in ns */
};

enum tables_frame_kind {
	TABLES_USER,
	TABLES_KERNEL,
	TABLES_JIT,   /* generated code in memory without a file */
	TABLES_GUEST, /* an address in a guest; the recording has no maps of the guest */
	TABLES_UNKNOWN,
	TABLES_NR_KINDS
};

/*
 * One row of the table "frames": an address in an object, or one of the functions inlined at an
 * address.
 */
struct tables_frame {
	uint32_t location; /* index of the location in tables.rp.locations.all */
	/*
	 * Position of the row's function among the functions at the address, innermost first, from
	 * 1. 0: the row stands for the address itself, with the function that the symbol names.
	 */
	uint32_t position;
	/*
	 * tables_complete() sets @inlined, @nr_inlined and @outer. In a row with @position 0, they
	 * have the numbers of the rows of the functions that are inlined at the row's address, see
	 * below. Inlined functions have rows only if a stack contains them. If no function is
	 * inlined, or if the inlined functions have no rows, @nr_inlined is 0, @inlined has no
	 * meaning, and @outer is the number of this row. In rows with another @position, all three
	 * members are 0.
	 */
	/* row number, in this table, of the innermost function that is inlined at the address */
	uint32_t inlined;
	/* count of inlined functions, whose rows have consecutive row numbers */
	uint32_t nr_inlined;
	/*
	 * row number, in this table, of the outermost function at the address; this function is not
	 * inlined
	 */
	uint32_t outer;
};

/* One row of the table "stacks": a frame, and the stack of the frame's caller. */
struct tables_stack {
	uint32_t parent; /* row number of the caller's stack; 0: @frame is the outermost frame */
	uint32_t frame;
	uint32_t depth; /* count of frames from @frame to the outermost frame, both included */
};

struct tables;

/*
 * Open a recording. *@out is set even after a failure. Return: enum rep_exit. If the result is not
 * REP_OK, the only allowed call is tables_close(*@out), which returns the exit status.
 */
int tables_open(struct tables **out, const struct tables_opts *o);

/*
 * Close the recording, and print messages about data that could not be read. Return: enum rep_exit.
 */
int tables_close(struct tables *t);

/*
 * Read the next row of the table "samples" into @row. Return: 1 if @row was set; 0 if there are no
 * more samples, or if session_err() returns an error.
 */
int tables_next_sample(struct tables *t, struct tables_sample *row);

enum tables_next { TABLES_END, TABLES_SAMPLE, TABLES_RECORD };

/*
 * Read the next sample into @row and return TABLES_SAMPLE, or read the next record of another type
 * into @rec and return TABLES_RECORD. *@rec is valid until the next call of this function. Return
 * TABLES_END if there are no more records, or if session_err() returns an error. Samples and
 * records are returned in the order in which they are read. Filters leave out samples, but no
 * records of other types.
 */
enum tables_next tables_next(struct tables *t, struct tables_sample *row, struct pdata_record *rec);

/* Receives a record that is no sample. @rec is valid during the call. */
typedef void tables_record_fn(void *ctx, const struct pdata_record *rec);
/*
 * From now on, tables_next_sample() and tables_next() call @fn with @ctx for each record that they
 * read and that is no sample, in the order of the records. @rec is valid during the call of @fn.
 * If @fn is NULL, no function is called from now on.
 */
void tables_watch_records(struct tables *t, tables_record_fn *fn, void *ctx);

/*
 * Return true if a record at the time @time about the thread @pid/@tid passes the filters --time,
 * --pid and --tid.
 */
bool tables_wants_record(const struct tables *t, uint64_t time, uint32_t pid, uint32_t tid);

/* Return the name of the event with index @event, for messages and tables. */
const char *tables_event_name(struct tables *t, uint32_t event);

/* One row of the table "thread_states": the state of a thread from @start to @end. */
struct tables_state {
	uint32_t thread;
	bool has_start, has_end;
	uint64_t start, end;
	const char *state;
	bool has_cpu;
	uint32_t cpu;
	bool has_waker;
	uint32_t waker; /* tid of the thread that woke this thread */
	uint32_t stack;
};

/*
 * Read records up to the end of the next thread state, and set *@state to that state. Return: 1 if
 * *@state was set; 0 if there are no more thread states, or if session_err() returns an error.
 */
int tables_next_state(struct tables *t, struct tables_state *state);

/*
 * Begin to read the samples from the first one on. The caller may call this function again to read
 * all samples once more. Return: enum rep_exit.
 */
int tables_begin_pass(struct tables *t);

/*
 * Read the remaining samples, and resolve all frames. The caller must not call the functions that
 * return threads, stacks, frames and maps before this function. Return: enum rep_exit.
 */
int tables_complete(struct tables *t);

/*
 * Number of samples, and sum of their periods, for one combination of event, cpumode, thread,
 * stack, frame and cpu.
 */
struct tables_sum {
	uint32_t event, cpumode;
	uint32_t thread, stack, frame; /* row numbers in the tables "threads", "stacks", "frames" */
	/*
	 * number of the CPU; -1: the CPU is not known, or tables_sum_samples() was called with
	 * @by_cpu false
	 */
	int32_t cpu;
	uint64_t nr, period; /* number of samples, and sum of their periods */
};

/*
 * Read all samples, in several threads, and sum them by event, cpumode, thread, call stack and
 * frame; if @by_cpu is true, also by CPU. Call this function instead of tables_next_sample() and
 * tables_complete(). Memory grows with the number of distinct sums. The sums are in the order of
 * their first samples in the file. Return: enum rep_exit.
 */
int tables_sum_samples(struct tables *t, bool by_cpu);
uint32_t tables_nr_sums(const struct tables *t);
const struct tables_sum *tables_sum(const struct tables *t, uint32_t i); /* @i counts from 0 */

/*
 * Row numbers begin with 1, and 0 stands for no row. The functions tables_nr_...() return the count
 * of rows, which is also the highest row number. The functions with a parameter @n return the row
 * with row number @n.
 */
uint32_t tables_nr_threads(const struct tables *t);
const struct tables_thread *tables_thread(const struct tables *t, uint32_t n);
/*
 * Return the last name that the process of @th has in the recording. It is valid as long as the
 * session. NULL: no record names the process.
 */
const char *tables_process_name(const struct tables *t, const struct tables_thread *th);
uint32_t tables_nr_stacks(const struct tables *t);
const struct tables_stack *tables_stack(const struct tables *t, uint32_t n);
uint32_t tables_nr_frames(const struct tables *t);
const struct tables_frame *tables_frame(const struct tables *t, uint32_t n);
uint32_t tables_nr_maps(const struct tables *t);
const struct pdata_map *tables_map(const struct tables *t, uint32_t n);
struct rep_session *tables_session(struct tables *t);

/* The values of one row of the table "frames". */
struct tables_frame_facts {
	enum tables_frame_kind kind;
	const char *function; /* name of the function; NULL: no symbol covers the address */
	/* name of the object as `pdata report` prints it; NULL: nothing is mapped at the address */
	const char *object;
	/* source file as the compiler named it; NULL: not known, or tables_opts.lines is false */
	const char *file;
	uint32_t line; /* line in the source file; 0: not known */
	/*
	 * row number, in the table "mappings", of the map that covers the address; 0: the table
	 * has no such map
	 */
	uint32_t map;
	/* address in the object; address in memory if no map covers the address */
	uint64_t addr;
	uint64_t offset; /* bytes from the start of the function to the address */
	bool inlined;
};

void tables_frame_facts(struct tables *t, uint32_t n, struct tables_frame_facts *f);

/* The symbol that covers the address of a frame. Inlined functions are not taken into account. */
struct tables_symbol {
	const struct pdata_object *object;
	const struct sym *sym; /* symbol that covers the address; NULL: no symbol does */
	uint64_t addr;	       /* address in the object */
};

/*
 * Set *@out to the object, symbol and address of frame @n. Return: false if nothing is mapped at
 * the address of the frame; *@out is then unchanged.
 */
bool tables_frame_symbol(const struct tables *t, uint32_t n, struct tables_symbol *out);

extern const char *const tables_kind_names[TABLES_NR_KINDS];

/*
 * Counts of lost events and samples, and of samples without a symbol; valid after
 * tables_complete().
 */
struct tables_losses {
	/*
	 * @lost_events: number of lost events that LOST records report; @lost_samples: number of
	 * lost samples that LOST_SAMPLES records report
	 */
	uint64_t lost_events, lost_samples;
	/* number of those samples in the tables whose sampled address has no symbol */
	uint64_t unresolved;
	/* number of those samples in the tables whose stack has more than max_stack frames */
	uint64_t cut_stacks;
};

const struct tables_losses *tables_losses(const struct tables *t);

/*
 * If stacks of the tables were cut, send a message that says how many samples have cut stacks, and
 * that a larger limit keeps more frames. @option: the name of the option for tables_opts.max_stack,
 * which the message contains. Call this function after tables_complete(), or at the end of a table.
 */
void tables_warn_cut_stacks(const struct tables *t, const char *option);
