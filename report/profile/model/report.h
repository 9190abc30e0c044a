/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_H
#define REP_REPORT_H

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
	/* With --hierarchy: of the outermost level, see report_hierarchy.c. */
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
	struct callgraph_trie *forest;
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

/* report_setup.c: columns, keys, options that depend on the file. Return: enum rep_exit. */
int report_setup(struct report *rp);
unsigned report_extras(const struct report *rp);

/* report_pass.c: make rp->hist of all samples; without memory it is NULL, or see hists_err(). */
void report_pass(struct report *rp, const struct hists_opts *o);

/* report_groups.c: which events belong together. */
void report_groups(struct report *rp);

/* rows.c: from sums to rows; without memory see report_err(). */
void rows_build(struct report *rp);
void rows_free(struct report *rp);
bool row_before(const struct rep_row *a,
		const struct rep_row *b);     /* its first sample came earlier */
struct rep_row *row_alloc(struct row_map *m); /* zeroed; lives until rows_free(); or NULL */
int row_more_add(struct rep_row *r,
		 const struct row_more *more); /* self; makes r->more; 0 or -ENOMEM */

/* rows_sort.c: order of rows, group members put together; without memory see report_err(). */
void rows_sort(struct report *rp);

/* rows_order.c: perf's order of rows by the keys from @first to before @end. */
int rows_key_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b,
		   uint32_t first, uint32_t end);
void rows_print_order(struct report *rp, struct rep_row **rows,
		      uint32_t nr); /* put them in the order of printing */

void rows_key_sort(struct report *rp, struct event_rows *ev); /* by all keys */

/* rows_link.c: rows of a leader of a group and what pairs with them. */
struct row_list {
	struct rep_row **rows;
	uint32_t nr;
};

/* Keys of rows: those from @first on, before @end. */
struct key_range {
	uint32_t first, end;
};

/*
 * Both lists are in the order of those keys. What only the member has gets a row in the leader's
 * list, which @dummy makes, or NULL without memory; rows->pairs then have each other at the
 * member's position.
 */
void rows_link(struct report *rp, struct event_rows *leader, struct row_list *to,
	       const struct event_rows *member, const struct row_list *from, struct key_range keys,
	       struct rep_row *(*dummy)(struct report *rp, const struct rep_row *member));
void row_make_dummy(struct rep_row *r, const struct event_rows *leader); /* sums become 0 */

/*
 * report_hierarchy.c: rows in levels. Of an event whose rows are in the order of keys; of all
 * events.
 */
void hierarchy_build(struct report *rp, struct event_rows *ev);
void hierarchy_link(struct report *rp, struct event_rows *leader, const struct event_rows *member);
void hierarchy_sort(struct report *rp, struct event_rows *ev);
void hierarchy_free(struct event_rows *ev);

/* hierarchy_text.c */
void hierarchy_text(struct report *rp, const struct event_rows *ev);

/*
 * report_text.c; the lines about columns with one value stand above all else, the statistics
 * behind it.
 */
void report_elided_text(struct report *rp);
void report_text(struct report *rp);
void report_branch_types(struct report *rp);
/* report_json.c: the same rows, without call graphs. */
void report_json(struct report *rp);

/*
 * chain_walk.c: the frames of a chain in the order of the report, as places, into rp->walked.
 * Return: how many.
 */
uint32_t chain_walk(struct report *rp, const struct hist_entry *slot);

/* chain_text.c: the call graph below a row. Without memory see report_err(). */
void chain_text(struct report *rp, const struct event_rows *ev, const struct rep_row *row);

#endif
