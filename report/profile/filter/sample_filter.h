/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Filters samples by time, CPU and thread, and by the events that switch the output on and off
 * (--switch-on, --switch-off). `pdata script` prints only samples that pass all tests of this
 * filter; other commands, such as `pdata report` and `pdata cut`, use some of the tests.
 */

#include "base/lists.h"

struct pdata_record;
struct rep_session;

/*
 * Arguments of the filter options on the command line. A member is NULL if the option is not given.
 */
struct script_filter_opts {
	const char *cpus, *comms, *pids, *tids, *dsos, *symbols, *time;
	const char *stop_bt, *switch_on, *switch_off;
	bool show_switches;
	/*
	 * --addr-range: length in bytes of the address range that a numeric address in --symbols
	 * stands for; the range begins at this address. 0: the range is the one byte at the
	 * address.
	 */
	uint64_t addr_range;
};

/*
 * A range of sample times in ns; @start and @end belong to the range. @start 0: the range has no
 * lower limit; @end 0: it has no upper limit.
 */
struct script_time_range {
	uint64_t start, end;
};

struct script_filter {
	struct number_list cpus, pids, tids;
	struct word_list comms, dsos, symbols;
	uint64_t addr_range;
	struct word_list stops; /* names of the functions at which call chains end (--stop-bt) */
	struct script_time_range *times;
	uint32_t nr_times;
	/* indexes of the events of --switch-on and --switch-off; -1: option not given */
	int64_t on, off;
	bool silent, show_switches;
	/*
	 * @thread: --comms, --pid or --tid is given, so samples are selected by thread; @location:
	 * --dsos or --symbols is given, so samples are selected by their location
	 */
	bool thread, location;
};

/*
 * Set up @f from the options @o. @reltime says that times in --time are relative to the first
 * sample. Return: 0; not 0: an error message was printed, or session_err() returns the error.
 */
int script_filter_init(struct script_filter *f, const struct script_filter_opts *o,
		       struct rep_session *s, bool reltime);
/*
 * Let the reader skip records outside the ranges of --time, if the file has an index. Call this
 * function before the first record is read. An invalid @time is ignored here: script_filter_init()
 * prints the error.
 */
void script_filter_limit(const char *time, struct rep_session *s, bool reltime);

void script_filter_free(struct script_filter *f);

/*
 * Return true if @time, the time of a sample, is in a range of --time, or if @time is 0, or if
 * --time is not given. The tests script_filter_time(), script_filter_event() and so on are
 * declared in the order in which perf applies them.
 */
bool script_filter_time(const struct script_filter *f, uint64_t time);
/*
 * Return script_filter_time() for the time of the sample @rec. The sample must have an event. As in
 * perf, a sample whose event records no time counts as later than the end of every range.
 */
bool script_filter_sample_time(const struct script_filter *f, const struct pdata_record *rec);
/*
 * Return true if a sample of the event with index @index passes the filter of --switch-on and
 * --switch-off. A sample that itself switches the filter on or off passes only if @f->show_switches
 * is true. This function changes @f: call it exactly once for each sample, in order of time.
 */
bool script_filter_event(struct script_filter *f, uint32_t index);
/* Return true if --stop-bt names the function @symbol, so that a call chain ends at it. */
bool script_filter_stops(const struct script_filter *f, const char *symbol);
bool script_filter_cpu(const struct script_filter *f, uint32_t cpu);
bool script_filter_thread(const struct script_filter *f, uint32_t pid, uint32_t tid);
/*
 * Return true if a sample of a thread named @comm passes both script_filter_thread() and --comms.
 */
bool sample_filter_task(const struct script_filter *f, const char *comm, uint32_t pid,
			uint32_t tid);

/*
 * time_ranges.c: parse @arg, the argument of --time. Percentages in @arg refer to the range of
 * times from @first to @last; if @reltime is true, times in @arg are relative to @first. *@ranges
 * is set to an array of *@nr ranges, which the caller frees with free(). Return: 0; -ENOMEM if
 * memory is exhausted; another value if @arg is invalid.
 */
int script_time_parse(const char *arg, uint64_t first, uint64_t last, bool reltime,
		      struct script_time_range **ranges, uint32_t *nr);
/* Print the error line for @arg, an invalid argument of --time. Return: -1. */
int script_time_bad(const char *arg);
