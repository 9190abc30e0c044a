/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The options and the state of `pdata script`, which all source files of the command share. */

#include "base/out.h"
#include "profile/filter/sample_filter.h"
#include "script/script_addr.h"
#include "script/script_chain.h"
#include "script/script_fields.h"
#include "script/script_line.h"
#include "session/cgroups.h"
#include "session/deferred_chain.h"
#include "session/script_threads.h"
#include "session/session.h"

struct read_group;
struct raw_dump;
struct script_code;
struct script_event;
struct script_stat;
struct tp;
struct unwind;

/* Options of the command line. */
struct script_opts {
	struct rep_input in;
	struct script_types types; /* fields to print: perf's defaults, changed by --fields */
	bool bad_fields;	   /* an argument of --fields is invalid; a message was printed */
	bool list_fields;
	bool ignored;
	const char *ignored_text;
	struct script_filter_opts filter; /* --cpu, --time and other options that select samples */
	bool json, header, header_only, full_info, per_event, full_path, module_paths;
	bool nanosecs, reltime, deltatime, latency;
	bool hide_chain;
	uint64_t max_stack, max_blocks;
	/* --jobs: number of threads that format lines; 0: one per CPU, fewer for short files */
	uint64_t jobs;
	bool show_task, show_mmap, show_switch, show_lost, show_namespaces, show_cgroup, show_bpf;
	bool show_round, show_text_poke;
	bool raw, raw_unsorted; /* --dump-raw-trace, --dump-unsorted-raw-trace */
};

struct script {
	const struct script_opts *opts;
	/* @opts->types without the fields that the events do not record (script_types_check()) */
	struct script_types types;
	struct rep_session ses;
	const struct pdata_record *rec; /* the record being printed */
	struct out out;
	struct out scratch;	     /* buffer in memory for parts of a line */
	struct out column;	     /* buffer in memory for a column that becomes a JSON string */
	struct script_event *events; /* array, indexed by pdata_event.index */
	uint32_t nr_events;
	/*
	 * values for those members of a sample that were not recorded; perf uses the same values,
	 * such as -1 for the pid
	 */
	struct pdata_sample defaults;
	uint64_t nr_records; /* number of records passed to script_print_record() so far */
	bool use_chain;
	const char *arch; /* perf's short name of the recorded machine's architecture */
	/* lowest address of the kernel; 0: kernel and user addresses overlap */
	uint64_t kernel_start;
	struct script_threads threads;
	struct script_addrs addrs;
	struct cgroups cgroups; /* paths of the cgroups in the CGROUP records read so far */
	struct script_filter filter;
	bool threaded; /* several threads format records, each with a copy of this struct */
	struct tp *tp;
	/*
	 * Splits a sample with PERF_SAMPLE_READ into one sample for each counter value; NULL: no
	 * event has PERF_SAMPLE_READ.
	 */
	struct read_group *group;
	/*
	 * call chain of the sample being printed: the chain in the sample, joined with the user
	 * chain from a later CALLCHAIN_DEFERRED record
	 */
	struct deferred_chain whole;
	struct script_frames frames; /* frames of the call chain of the sample being printed */
	/*
	 * Unwinds the user stack that a sample copies. NULL: no event records user registers and
	 * stack, or call chains are not printed.
	 */
	struct unwind *unwind;
	struct script_stat *stat;
	/* reads instructions and source lines; NULL: no printed line has needed them so far */
	struct script_code *code;
	struct raw_dump *raw; /* state of --dump-raw-trace; NULL: the option is not set */
	/*
	 * @sec: seconds of the time that was printed last, as integer and as text; @period: the
	 * period that was printed last, as integer and as text
	 */
	struct script_memo sec, period;
	/*
	 * @first_time: time in ns of the first line, for --reltime; @prev_time: time in ns of the
	 * line that was printed last, for --deltatime; 0: no line was printed
	 */
	uint64_t first_time, prev_time;
	unsigned data_src_width; /* width of the widest text so far in the column data_src */
	bool tod_known;
	/*
	 * The time in ns of one moment on the wall clock (@tod_ns) and on the recording's clock
	 * (@tod_clock_ns), from the header feature CLOCK_DATA. Valid if @tod_known is set.
	 */
	uint64_t tod_ns, tod_clock_ns;
};

/* script_pass.c: */

/*
 * Print the record @rec, if options and filters select it. Do nothing if the session has an error.
 */
void script_print_record(struct script *s, const struct pdata_record *rec);

/*
 * Print all records, in the order that is set for the reader. Return: the last return value of
 * pdata_reader_next(), negative after a read error. Other errors are in @s->out.err and @s->ses.
 */
int script_print_samples(struct script *s);

/*
 * Copy the errors that the caches and decoders of @s have stored (threads, cgroups, counter values,
 * tracepoints, unwinding, symbols) to the session @s->ses, which keeps the first error.
 */
void script_note_errors(struct script *s);
