/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the options of `pdata report`. */

#include "profile/filter/sample_filter.h"
#include "session/session.h"

/*
 * Meaning of a row of the report: the address of samples (REPORT_NORMAL), a branch (REPORT_BRANCH),
 * or a memory access (REPORT_MEM).
 */
enum report_mode { REPORT_NORMAL, REPORT_BRANCH, REPORT_MEM };

enum chain_mode { CHAIN_NONE, CHAIN_FLAT, CHAIN_GRAPH, CHAIN_FRACTAL, CHAIN_FOLDED };
enum chain_value { CHAIN_PERCENT, CHAIN_PERIOD, CHAIN_COUNT };

/* How call chains are shown: the parsed argument of --call-graph. */
struct chain_opts {
	enum chain_mode mode;
	enum chain_value value;
	bool caller; /* print the outermost frame first */
	/*
	 * the argument of --call-graph contains "caller" or "callee", or the option was given
	 * without argument, because the default argument contains "caller"
	 */
	bool order_set;
	/* different addresses of one function are different frames; false: they are one frame */
	bool by_address;
	/* --call-graph (-g) was given without argument, or with another argument than "none" */
	bool enabled;
	bool use; /* call chains are collected and printed */
	/* frames with different source lines are different frames, if the lines are known */
	bool by_line;
	/*
	 * recorded branches are shown as frames (--branch-history, or "branch" in the argument of
	 * --call-graph)
	 */
	bool branches;
	/* each frame is printed with the counts of its branches (--branch-history) */
	bool counts;
	double min_percent;
	/* largest number of entries that are printed below one node of a graph; 0: no limit */
	uint32_t print_limit;
};

/* Options that select which samples are counted and which rows are kept. */
struct report_select_opts {
	const char *filter; /* expression of --filter */
	/* names of the events of --switch-on and --switch-off */
	const char *switch_on, *switch_off;
	bool show_switches;
	const char *comm_list, *dso_list, *sym_list, *pid_list, *tid_list, *cpu_list;
	const char *symbol_filter, *time, *parallelism_list;
	uint64_t socket_filter;
	bool hide_unresolved, exclude_other;
	/*
	 * a sample of an event that records no call chains is counted with the last call chain of
	 * the sample's thread
	 */
	bool show_ref;
};

/* Options that say which keys make a row, and in which order rows are printed. */
struct report_row_opts {
	const char *sort, *fields;
	bool branch_stack, branch_set, branch_history, mem_mode, total_cycles, latency;
	bool hierarchy, children, inverted, group, no_group;
	/* print all fields of a tracepoint instead of its text */
	bool raw_trace;
	/* regular expressions of --parent and --ignore-callees */
	const char *parent, *ignore_callees;
	uint64_t jobs; /* number of threads to use; 0: one for each CPU */
	uint64_t max_stack, time_quantum, group_sort_idx;
};

/* Options that say how rows are printed. */
struct report_show_opts {
	bool json, quiet;
	bool raw;     /* -D (--dump-raw-trace) was given */
	bool unnamed; /* list objects without symbols, and the files whose absence is the cause */
	bool show_nr_samples, show_total_period, show_cpu_utilization;
	bool full_path, skip_empty, ns, relative;
	const char *separator, *widths;
	double percent_limit;
	/*
	 * --prefix and --prefix-strip: where the sources of annotated code are, see struct sources
	 */
	const char *prefix;
	uint64_t prefix_strip;
};

struct report_opts {
	/*
	 * Must be the first member, because the option table of REP_SESSION_OPTS gives each option
	 * an offset from the start of a struct rep_input.
	 */
	struct rep_input in;
	struct report_select_opts select;
	struct report_row_opts rows;
	struct report_show_opts show;
	struct chain_opts chain;
};

/* Parse @arg, the argument of --call-graph, into @c. Return: 0; -1: @arg is invalid. */
int report_parse_chain(struct chain_opts *c, const char *arg);

/* Return those options of @o that select which samples are read, for script_filter_init(). */
struct script_filter_opts report_filter_opts(const struct report_opts *o);
