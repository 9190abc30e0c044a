/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The filter of samples by time, CPU, thread, address and switch events. */

#include "base/lists.h"

struct rep_session;

/* Arguments of the filter options; NULL: not given. */
struct script_filter_opts {
	const char *cpus, *comms, *pids, *tids, *dsos, *symbols, *time;
	const char *stop_bt, *switch_on, *switch_off;
	bool show_switches;
	/* number of bytes from each address in symbols on; samples in them pass; 0: 1 byte */
	uint64_t addr_range;
};

/* A range of times in ns that includes both ends. 0 means no limit at that end. */
struct script_time_range {
	uint64_t start, end;
};

struct script_filter {
	struct number_list cpus, pids, tids;
	struct word_list comms, dsos, symbols;
	uint64_t addr_range;
	struct word_list stops; /* functions at which call chains end (--stop-bt) */
	struct script_time_range *times;
	uint32_t nr_times;
	int64_t on, off; /* event indices of --switch-on and --switch-off, or -1 */
	bool silent, show_switches;
	bool thread, place; /* some option tests the thread; some option tests the address */
};

/* Return: 0; else a message was printed or the session has an error, see session_err(). */
int script_filter_init(struct script_filter *f, const struct script_filter_opts *o,
		       struct rep_session *s, bool reltime);
/*
 * Call before the first record is read: lets the reader skip records outside --time if the file
 * has an index. Errors in @time are reported by script_filter_init() instead.
 */
void script_filter_limit(const char *time, struct rep_session *s, bool reltime);

void script_filter_free(struct script_filter *f);

/* The tests, in perf's order. */
bool script_filter_time(const struct script_filter *f, uint64_t time);
/*
 * Return true if a sample of event @index is between --switch-on and --switch-off. Must be called
 * once for each sample, in order of time.
 */
bool script_filter_event(struct script_filter *f, uint32_t index);
/* Return true if call chains end with the function @symbol. */
bool script_filter_stops(const struct script_filter *f, const char *symbol);
bool script_filter_cpu(const struct script_filter *f, uint32_t cpu);
bool script_filter_thread(const struct script_filter *f, uint32_t pid, uint32_t tid);
/* Whether the sample of a thread named @comm passes script_filter_thread() and --comms. */
bool sample_filter_task(const struct script_filter *f, const char *comm, uint32_t pid,
			uint32_t tid);

/*
 * time_ranges.c: parse the argument of --time; percentages refer to the range from @first to
 * @last. Return: 0; else the argument is invalid, or -ENOMEM.
 */
int script_time_parse(const char *arg, uint64_t first, uint64_t last, bool reltime,
		      struct script_time_range **ranges, uint32_t *nr);
/* Print the error line for an invalid time argument. Return: -1. */
int script_time_bad(const char *arg);
