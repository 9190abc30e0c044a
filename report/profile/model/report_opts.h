/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The options of `pdata report`. */

#include "profile/filter/sample_filter.h"
#include "session/session.h"

/* A row stands for the address of samples, for a branch, or for an access to memory. */
enum report_mode { REPORT_NORMAL, REPORT_BRANCH, REPORT_MEM };

enum chain_mode { CHAIN_NONE, CHAIN_FLAT, CHAIN_GRAPH, CHAIN_FRACTAL, CHAIN_FOLDED };
enum chain_value { CHAIN_PERCENT, CHAIN_PERIOD, CHAIN_COUNT };

/* How call chains are shown: --call-graph. */
struct chain_opts {
	enum chain_mode mode;
	enum chain_value value;
	bool caller;	 /* outermost frame first */
	bool order_set;	 /* the user said which */
	bool by_address; /* frames are told apart by address, not by function */
	bool enabled;	 /* -g was given */
	bool use;	 /* chains are gathered and printed */
	bool by_line;	 /* frames are told apart by source line, where it is known */
	bool branches;	 /* branches are frames, too */
	bool counts;	 /* frames are shown with what is known of their branches */
	double min_percent;
	uint32_t print_limit; /* 0: all */
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
	bool show_ref; /* samples without a call chain have that of the thread's last one */
};

/* What makes a row, and in which order rows are. */
struct report_row_opts {
	const char *sort, *fields;
	bool branch_stack, branch_set, branch_history, mem_mode, total_cycles, latency;
	bool hierarchy, children, inverted, group, no_group;
	bool raw_trace;			     /* payloads of tracepoints as fields */
	const char *parent, *ignore_callees; /* regular expressions */
	uint64_t jobs;			     /* threads, 0: as many as cpus */
	uint64_t max_stack, time_quantum, group_sort_idx;
};

/* How rows are printed. */
struct report_show_opts {
	bool json, quiet;
	bool raw;     /* --dump-raw-trace */
	bool unnamed; /* what has no symbols is listed */
	bool show_nr_samples, show_total_period, show_cpu_utilization;
	bool full_path, skip_empty, ns, relative;
	const char *separator, *widths;
	double percent_limit;
};

struct report_opts {
	struct rep_input in; /* first: options of the input are at its beginning */
	struct report_select_opts select;
	struct report_row_opts rows;
	struct report_show_opts show;
	struct chain_opts chain;
};

/* Parse the argument of --call-graph. Return: 0 or -1. */
int report_parse_chain(struct chain_opts *c, const char *arg);

/* The part of the options that says which samples are read. */
struct script_filter_opts report_filter_opts(const struct report_opts *o);
