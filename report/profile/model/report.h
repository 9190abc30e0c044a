/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* One report as a whole: its rows, columns and options. */

#include "base/out.h"
#include "profile/hist/hists.h"
#include "profile/hist/resolve.h"
#include "profile/model/report_opts.h"
#include "profile/model/report_totals.h"
#include "session/session.h"

#include <errno.h>

struct rep_key;
struct callgraph_trie;
struct data_types;
struct report_lines;
struct report_blocks;
struct filter_expr;
struct report_history;
struct report_ipc;
struct report_parent;
struct report_trace;

struct row_stat {
	uint64_t nr, period;
	uint64_t sys, us, guest_sys, guest_us; /* parts of the period by cpumode */
};

/* With what was called from there. */
struct row_acc {
	uint64_t period;
};

/* Sums that few reports show. */
struct row_more {
	uint64_t latency, acc_latency; /* thousandths of the period, divided by the parallelism */
	uint64_t weight[3];
};

/*
 * One line of a report. There may be very many: what the passes look at for each frame of each
 * chain is in the first 64 bytes, a cache line.
 */
struct rep_row {
	uint32_t group,
		/* equal rows have equal numbers: keys about the thread, keys about the place */
		part;
	const struct sym *sym;
	uint64_t addr;	 /* what is printed where there is no name */
	const char *dso; /* short name, or NULL without a map */
	struct row_acc acc;
	struct row_more *more; /* with rp->more, in rows that are printed; it is theirs */
	uint64_t first_time;   /* of the earliest sample in it */
	uint32_t mark;	       /* scratch of the pass that is on */
	uint32_t max_depth;
	struct row_stat self;
	const struct thread_ctx *who;
	uint64_t first_seq;
	uint32_t first_pos; /* place in that sample's chain, 0: the sample itself */
	uint32_t event;
	const struct hist_extra *extra;
	const struct pdata_map *map;
	uint32_t from, to;	  /* places of a branch; of an instruction and its data */
	const struct sym *parent; /* with the key of that name */
	char level;
	uint8_t mode; /* cpumode */
	bool filtered;
	bool dummy : 1;
	bool late : 1;	    /* filtered by what looks at rows: its samples count as shown */
	uint32_t terminals; /* call graph: newest end of a chain of this row's own, 0: none */
	uint32_t history;   /* see report_history.h */
	uint32_t through;   /* call graph: newest place in the tree where others' chains reach it */
	/* the same row of other members of the event's group, by position */
	struct rep_row **pairs;
};

/* One printed column. */
struct report_column {
	const struct rep_key *key;
	const char *header;
	unsigned width;
	unsigned user_width; /* from -w, 0: none */
	const char *only;    /* the one value that the options leave in it, or NULL */
	bool elide;
	bool skip; /* elided, or none of the event at hand */
};

/* Rows of one event. */
struct event_rows {
	const struct pdata_event *event;
	const char *name;
	struct rep_row **rows; /* in the order of printing */
	uint32_t nr, cap;
	uint64_t nr_samples, nr_shown; /* shown: not filtered out */
	uint64_t period, period_shown;
	uint64_t latency, latency_shown;
	/* Group of events: position in it, and for the leader its members. */
	uint32_t leader; /* index of the leader, itself when it has none */
	uint32_t position, members;
	const char *group_name;
	bool plural; /* with --no-group: perf speaks of events where there is one */
	/* With --hierarchy: of the outermost level, see report_hierarchy.h. */
	struct rep_row **top;
	uint32_t nr_top;
};

struct row_map; /* (group, part) to row */

struct report {
	const struct report_opts *opts;
	struct rep_session *s;
	struct out *out;
	enum report_mode mode;
	bool children, pipe, trace_mode;
	bool p_stages;	     /* the recorded machine counts cycles of pipeline stages */
	uint32_t cache_line; /* bytes, a power of two */
	struct chain_opts chain;
	/* Rows are told apart and sorted by keys; columns are what is printed. */
	const struct rep_key **keys;
	int *key_level; /* keys of one level share a line of --hierarchy */
	uint32_t nr_keys;
	bool hierarchy, colour;
	const struct rep_key **field_keys; /* that were made for this report */
	uint32_t nr_field_keys;
	struct report_column *cols;
	uint32_t nr_cols;
	bool elided;   /* a column is not printed, as it has one value only */
	bool has_dso;  /* --sort has it: symbols need not be told apart by object */
	bool by_name;  /* --sort has the command */
	bool by_place; /* a key tells addresses of one function apart */
	bool more;     /* a key is about one of struct row_more */
	bool has_types,
		has_history; /* a key is about types of data, about branches of call graphs */
	bool own;	     /* a key tells threads of one name apart, or where their maps lie */
	struct word_list comms, dsos, syms;
	struct number_list pids, tids, parallelism;
	int32_t *sockets; /* by cpu, or NULL */
	uint32_t nr_sockets;
	struct filter_expr *expr; /* of opts.filter */
	struct hists *hist;
	struct locations places;
	uint32_t *walked; /* see chain_walk() */
	/* with chain.counts: what its frames are of branches */
	struct chain_branch *walked_branches;
	uint32_t cap_walked;
	uint32_t nr_unwound; /* of these, at the outer end */
	struct report_parent *parent;
	struct row_map *map;
	struct callgraph_trie *trie;
	struct report_trace *trace; /* with the key 'trace' */
	struct report_lines *lines;
	struct report_blocks *blocks; /* with --total-cycles, and with instructions per cycle */
	struct report_ipc *ipc;
	struct data_types *types;	/* with keys about them */
	struct report_history *history; /* with chain.counts */
	struct event_rows *ev;
	uint32_t nr_ev;
};

/* Note in the session that memory was exhausted, and what @rp has is not whole. */
static inline void report_no_memory(const struct report *rp)
{
	session_set_err(rp->s, -ENOMEM);
}

/*
 * Whether memory was exhausted so far, here or in the session: the rows, and what was said about
 * them, are not whole. It is the session's error from then on. Return: 0 or -ENOMEM.
 */
static inline int report_err(const struct report *rp)
{
	int err = rp->hist ? hists_err(rp->hist) : 0;

	err = err ? err : locations_err(&rp->places);
	if (err)
		session_set_err(rp->s, err);
	return session_err(rp->s);
}

/* Default keys of --mem-mode. */
#define REPORT_MEM_SORT                                                                            \
	"local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,"  \
	"local_p_stage_cyc"
