/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines the options of `pdata report`. */

#include "profile/filter/sample_filter.h"
#include "session/session.h"

/* Each row stands for the address of samples, for a branch, or for a memory access. */
enum report_mode { REPORT_NORMAL, REPORT_BRANCH, REPORT_MEM };

enum chain_mode { CHAIN_NONE, CHAIN_FLAT, CHAIN_GRAPH, CHAIN_FRACTAL, CHAIN_FOLDED };
enum chain_value { CHAIN_PERCENT, CHAIN_PERIOD, CHAIN_COUNT };

/* How call chains are shown: the argument of --call-graph. */
struct chain_opts {
	enum chain_mode mode;
	enum chain_value value;
	bool caller;	 /* outermost frame first */
	bool order_set;	 /* the user gave caller or callee */
	bool by_address; /* address, not function, distinguishes frames */
	bool enabled;	 /* -g was given */
	bool use;	 /* chains are collected and printed */
	bool by_line;	 /* source line, if known, distinguishes frames */
	bool branches;	 /* recorded branches are also frames */
	bool counts;	 /* frames are printed with the counts of their branches */
	double min_percent;
	uint32_t print_limit; /* 0: no limit */
};

/* Which samples are counted, and which rows are kept. */
struct report_select_opts {
	const char *filter;		    /* expression */
	const char *switch_on, *switch_off; /* names of events */
	bool show_switches;
	const char *comm_list, *dso_list, *sym_list, *pid_list, *tid_list, *cpu_list;
	const char *symbol_filter, *time, *parallelism_list;
	uint64_t socket_filter;
	bool hide_unresolved, exclude_other;
	bool show_ref; /* a sample without a call chain gets the last chain of its thread */
};

/* Which keys make a row, and in which order rows are printed. */
struct report_row_opts {
	const char *sort, *fields;
	bool branch_stack, branch_set, branch_history, mem_mode, total_cycles, latency;
	bool hierarchy, children, inverted, group, no_group;
	bool raw_trace;			     /* print tracepoint fields without print formats */
	const char *parent, *ignore_callees; /* regular expressions */
	uint64_t jobs;			     /* number of threads; 0: one for each cpu */
	uint64_t max_stack, time_quantum, group_sort_idx;
};

/* How rows are printed. */
struct report_show_opts {
	bool json, quiet;
	bool raw;     /* --dump-raw-trace */
	bool unnamed; /* list objects without symbols and the missing files */
	bool show_nr_samples, show_total_period, show_cpu_utilization;
	bool full_path, skip_empty, ns, relative;
	const char *separator, *widths;
	double percent_limit;
};

struct report_opts {
	/*
	 * must be first: the rows of REP_SESSION_OPTS have offsets from the start of a struct
	 * rep_input
	 */
	struct rep_input in;
	struct report_select_opts select;
	struct report_row_opts rows;
	struct report_show_opts show;
	struct chain_opts chain;
};

/* Parse @arg, the argument of --call-graph, into @c. Return: 0, or -1 if it is invalid. */
int report_parse_chain(struct chain_opts *c, const char *arg);

/* Return the options that select which samples are read. */
struct script_filter_opts report_filter_opts(const struct report_opts *o);
