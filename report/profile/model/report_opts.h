/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_OPTS_H
#define REP_REPORT_OPTS_H

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

struct report_opts {
	struct rep_input in;
	bool unnamed;
	bool stdio, json, stats, tasks, mmaps, header, header_only, full_info;
	bool children, inverted, show_nr_samples, show_total_period, show_cpu_utilization;
	bool colour_set, colour; /* --stdio-color; else as the terminal is */
	bool full_path, ignored, threads, raw_trace;
	bool raw, disable_order; /* --dump-raw-trace, in the order of the file */
	const char *ignored_text, *pretty;
	bool quiet, hide_unresolved, group, no_group, skip_empty, ns, relative;
	bool branch_stack, branch_set, branch_history, show_ref, mem_mode, exclude_other, hierarchy,
		total_cycles, latency;
	const char *parent, *ignore_callees; /* regular expressions */
	const char *sort, *fields, *separator, *widths;
	const char *filter;		    /* expression */
	const char *switch_on, *switch_off; /* names of events */
	bool show_switches;
	const char *comm_list, *dso_list, *sym_list, *pid_list, *tid_list, *cpu_list,
		*symbol_filter, *time, *parallelism_list;
	uint64_t jobs; /* threads, 0: as many as cpus */
	uint64_t max_stack, socket_filter, time_quantum, group_sort_idx;
	double percent_limit;
	struct chain_opts chain;
};

/* Parse the argument of --call-graph. Return: 0 or -1. */
int report_parse_chain(struct chain_opts *c, const char *arg);

/* The part of the options that says which samples are read. */
struct script_filter_opts report_filter_opts(const struct report_opts *o);

#endif
