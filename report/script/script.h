/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The options and the state of `pdata script`, which the files of this room share. */

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
	struct script_types types; /* --fields */
	bool bad_fields;	   /* -F was refused, a message was printed */
	bool list_fields;
	bool ignored;
	const char *ignored_text;
	struct script_filter_opts filter; /* --cpu, --time ... */
	bool json, header, header_only, full_info, per_event, full_path, module_paths;
	bool nanosecs, reltime, deltatime, latency;
	bool hide_chain;
	uint64_t max_stack, max_blocks;
	uint64_t jobs; /* number of threads that format; 0: as many as help */
	bool show_task, show_mmap, show_switch, show_lost, show_namespaces, show_cgroup, show_bpf;
	bool show_round, show_text_poke;
	bool raw, raw_unsorted; /* --dump-raw-trace, --dump-unsorted-raw-trace */
};

struct script {
	const struct script_opts *opts;
	struct script_types types; /* opts->types without the fields that the file cannot fill */
	struct rep_session ses;
	const struct pdata_record *rec; /* the record being printed */
	struct out out;
	struct out scratch;	     /* buffer in memory for parts of a line */
	struct out column;	     /* buffer in memory for a column that becomes a JSON string */
	struct script_event *events; /* by pdata_event.index */
	uint32_t nr_events;
	/* the values that perf prints for members that a sample lacks */
	struct pdata_sample defaults;
	uint64_t nr_records; /* so far */
	bool use_chain;
	const char *arch; /* perf's short name of the recorded machine's architecture */
	/* lowest address of the kernel; 0: kernel and user addresses overlap */
	uint64_t kernel_start;
	struct script_threads threads;
	struct script_addrs addrs;
	struct cgroups cgroups; /* so far */
	struct script_filter filter;
	bool threaded; /* several threads format records, each with a copy of this struct */
	struct tp *tp;
	/* state for splitting samples with counter values; NULL: no sample has them */
	struct read_group *group;
	struct deferred_chain
		whole; /* call chain of the sample being printed, with its deferred part */
	struct script_frames frames; /* the frames of the call chain of the sample being printed */
	/* unwinds stack copies; NULL: no event has registers and stacks */
	struct unwind *unwind;
	struct script_stat *stat;
	/* reads instructions and source lines; NULL until the first one is printed */
	struct script_code *code;
	struct raw_dump *raw; /* --dump-raw-trace, or NULL */
	/* text of the last number of seconds, and of the last period */
	struct script_memo sec, period;
	uint64_t first_time, prev_time; /* --reltime, --deltatime */
	unsigned data_src_width;	/* width of the widest text so far */
	bool tod_known;
	uint64_t tod_ns,
		/* a time of the wall clock, and the same moment on the recording's clock */
		tod_clock_ns;
};

/* script_pass.c: */

/* Print one record. */
void script_print_record(struct script *s, const struct pdata_record *rec);

/*
 * Print all records in the order of the reader. Return: the reader's last return value, which is
 * negative after an error. Errors of other parts are in s->out.err and s->ses.
 */
int script_print_samples(struct script *s);

/* Tell the session the errors of the functions that format lines. */
void script_note_errors(struct script *s);
