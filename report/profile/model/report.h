/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines struct report, one report with its rows, columns and options. */

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
	uint64_t sys, us, guest_sys, guest_us; /* the parts of the period by cpumode */
};

/* Sums of a row that include the samples of its callees. */
struct row_acc {
	uint64_t period;
};

/* Sums that few reports show; allocated only for these. */
struct row_more {
	uint64_t latency, acc_latency; /* period * 1000 / parallelism */
	uint64_t weight[3];
};

/*
 * One line of a report. A report may have very many rows, so the members that the passes read
 * for each frame of each chain are in the first 64 bytes, one cache line.
 */
struct rep_row {
	/*
	 * Numbers of the row's values: group for the KEY_THREAD keys, part for the KEY_LOCATION
	 * keys. Rows with equal values have equal numbers.
	 */
	uint32_t group, part;
	const struct sym *sym;
	uint64_t addr;	 /* printed if there is no symbol */
	const char *dso; /* short name, or NULL without a map */
	struct row_acc acc;
	struct row_more *more; /* owned by the row; set with rp->more in rows that are printed */
	uint64_t first_time;   /* time of the row's earliest sample */
	uint32_t mark;	       /* scratch of the current pass */
	uint32_t max_depth;
	struct row_stat self;
	const struct thread_ctx *who;
	uint64_t first_seq;
	/* position in the call chain of the sample with first_seq, from 1; 0: the sample itself */
	uint32_t first_pos;
	uint32_t event;
	const struct hist_extra *extra;
	const struct pdata_map *map;
	/* hist locations: source and target of the branch, or the instruction and its data */
	uint32_t from, to;
	const struct sym *parent; /* value of the key "parent" */
	char level;
	uint8_t mode; /* cpumode */
	bool filtered;
	bool dummy : 1;
	/* hidden by a filter of rows: its samples count as shown nevertheless */
	bool late : 1;
	uint32_t terminals; /* callgraph_trie: the newest struct chain_end of the row, 0: none */
	uint32_t history;   /* see report_history.h */
	/*
	 * callgraph_trie: the number of the row; after the seal the newest struct chain_pass of the
	 * row, 0: none
	 */
	uint32_t through;
	/* the equal rows of the other members of the event group, by position; or NULL */
	struct rep_row **pairs;
};

/* One printed column. */
struct report_column {
	const struct rep_key *key;
	const char *header;
	unsigned width;
	unsigned user_width; /* from -w, 0: none */
	const char *only;    /* the only value that passes the filters, or NULL */
	bool elide;
	bool skip; /* elided, or not a column of the event that is printed */
};

/* Rows of one event. */
struct event_rows {
	const struct pdata_event *event;
	const char *name;
	struct rep_row **rows; /* in the order of printing */
	uint32_t nr, cap;
	uint64_t nr_samples, nr_shown; /* _shown: without filtered rows */
	uint64_t period, period_shown;
	uint64_t latency, latency_shown;
	/* Event group: the position in the group; in the leader also the number of members. */
	uint32_t leader; /* index of the group's leader; the event's own index without a group */
	uint32_t position, members;
	const char *group_name;
	bool plural; /* --no-group split its group: perf prints "events" for the single event */
	/* With --hierarchy: the rows of the outermost level, see report_hierarchy.h. */
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
	/* Keys distinguish and sort rows; columns are printed. */
	const struct rep_key **keys;
	int *key_level; /* by key; keys of equal level share a line of --hierarchy */
	uint32_t nr_keys;
	bool hierarchy, colour;
	const struct rep_key **field_keys; /* keys of tracepoint fields, owned by the report */
	uint32_t nr_field_keys;
	struct report_column *cols;
	uint32_t nr_cols;
	bool elided;   /* some column is not printed, because it has one value only */
	bool has_dso;  /* --sort has dso, so symbols need not be compared by object */
	bool by_name;  /* --sort has comm */
	bool by_place; /* a key distinguishes addresses of one function */
	bool more;     /* a key needs struct row_more */
	/* some key shows data types; some key shows the branches of call graphs */
	bool has_types, has_history;
	bool own; /* a key distinguishes threads of one comm, or the addresses of their maps */
	struct word_list comms, dsos, syms;
	struct number_list pids, tids, parallelism;
	int32_t *sockets; /* by cpu, or NULL */
	uint32_t nr_sockets;
	struct filter_expr *expr; /* of opts.filter */
	struct hists *hist;
	struct locations places;
	uint32_t *walked; /* the frames of the current chain, see chain_walk() */
	/* with chain.counts: the branch of each frame in walked */
	struct chain_branch *walked_branches;
	uint32_t cap_walked;
	uint32_t nr_unwound; /* frames in walked that come from unwinding, at the outer end */
	struct report_parent *parent;
	struct row_map *map;
	struct callgraph_trie *trie;
	/* chains are added after the rows are sorted, see rows_can_add_chains() */
	bool late_chains;
	/* if late_chains is set: the row of each hist entry, or NULL */
	struct rep_row **entry_rows;
	struct report_trace *trace; /* with the key 'trace' */
	struct report_lines *lines;
	/* set with --total-cycles and with keys of instructions per cycle */
	struct report_blocks *blocks;
	struct report_ipc *ipc;
	struct data_types *types;	/* set with keys that show data types */
	struct report_history *history; /* with chain.counts */
	struct event_rows *ev;
	uint32_t nr_ev;
};

/* Record -ENOMEM in the session of @rp: memory was exhausted, so @rp is incomplete. */
static inline void report_no_memory(const struct report *rp)
{
	session_set_err(rp->s, -ENOMEM);
}

/*
 * Return -ENOMEM if memory was exhausted so far, in the report or in its session, else 0. After
 * -ENOMEM the rows and the output about them are incomplete; the session keeps the error.
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
