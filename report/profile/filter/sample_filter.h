/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Which samples `pdata script` prints. */

#include "base/lists.h"

struct rep_session;

/* Arguments of the options; NULL: not given. */
struct script_filter_opts {
	const char *cpus, *comms, *pids, *tids, *dsos, *symbols, *time;
	const char *stop_bt, *switch_on, *switch_off;
	bool show_switches;
	uint64_t addr_range; /* bytes from an address of @symbols on that pass, too */
};

/* Closed; 0: open. */
struct script_time_range {
	uint64_t start, end;
};

struct script_filter {
	struct number_list cpus, pids, tids;
	struct word_list comms, dsos, symbols;
	uint64_t addr_range;
	struct word_list stops; /* call chains end with one of these */
	struct script_time_range *times;
	uint32_t nr_times;
	int64_t on, off; /* indices of the events that switch, or -1 */
	bool silent, show_switches;
	bool thread, place; /* some test of the thread, of the address is set */
};

/* Not 0: a message was printed, or see session_err(). */
int script_filter_init(struct script_filter *f, const struct script_filter_opts *o,
		       struct rep_session *s, bool reltime);
/*
 * Before the first record: let the reader leave out what lies outside of --time, where an index
 * tells. What is wrong with @time is said by script_filter_init().
 */
void script_filter_limit(const char *time, struct rep_session *s, bool reltime);

void script_filter_free(struct script_filter *f);

/* The tests, in perf's order. */
bool script_filter_time(const struct script_filter *f, uint64_t time);
/* Between --switch-on and --switch-off? To be asked once for each sample, in order. */
bool script_filter_event(struct script_filter *f, uint32_t index);
/* Does a call chain end with the function @symbol? */
bool script_filter_stops(const struct script_filter *f, const char *symbol);
bool script_filter_cpu(const struct script_filter *f, uint32_t cpu);
bool script_filter_thread(const struct script_filter *f, uint32_t pid, uint32_t tid);

/*
 * time_ranges.c: parse the argument of --time; @first and @last are what percents are of. Not 0:
 * bad, or -ENOMEM.
 */
int script_time_parse(const char *arg, uint64_t first, uint64_t last, bool reltime,
		      struct script_time_range **ranges, uint32_t *nr);
/* The line about an argument that is no time. Return: -1. */
int script_time_bad(const char *arg);
