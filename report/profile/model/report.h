/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Defines struct report: one report with its rows, columns and options. */

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
};

/* Sums of a row that include the samples of the row's callees (--children). */
struct row_acc {
	uint64_t period;
};

struct rep_row;

/* Members of a row that only few reports need. A row has this struct only if report.more is set. */
struct row_more {
	/*
	 * sums of period * 1000 / parallelism over the samples of the row; @acc_latency also
	 * includes the samples of the row's callees
	 */
	uint64_t latency, acc_latency;
	uint64_t weight[3];
	/*
	 * parts of rep_row.self.period, by the cpumode of the samples: kernel (@sys), user (@us),
	 * guest kernel (@guest_sys), guest user (@guest_us)
	 */
	uint64_t sys, us, guest_sys, guest_us;
	/*
	 * Indexes in report.locations.all. @from: source of the branch; @to: target of the branch.
	 * In REPORT_MEM mode, @from: the instruction; @to: the data that the instruction accesses.
	 */
	uint32_t from, to;
	/* value of the sort key parent: the symbol that matches --parent, or NULL */
	const struct sym *parent;
	/*
	 * In a row of the leader of an event group: array of the rows that have the same keys in
	 * the other events of the group, indexed by event_rows.position. NULL: no row was linked.
	 */
	struct rep_row **pairs;
	/*
	 * index in report_history.chains of the newest element that report_history_add() added for
	 * the row; 0: none
	 */
	uint32_t history;
};

/*
 * One row (line) of a report. A report may have millions of rows, so the members from @acc on
 * exist only in tall rows (report.tall). Most members that are read for each frame of a call chain
 * are in the first 64 bytes, which are one cache line in a tall row.
 */
struct rep_row {
	/*
	 * Ids that stand for values of the row: @group for the event and the values of the
	 * KEY_THREAD keys, @part for the values of the KEY_LOCATION keys. Rows with equal values
	 * have equal ids.
	 */
	uint32_t group, part;
	const struct sym *sym;
	/*
	 * Address of the row, which is printed if @sym is NULL: usually an address in the object.
	 * Exception: if the row is a frame (@first_pos is not 0) or a branch, or if @map is NULL,
	 * it is an address in memory.
	 */
	uint64_t addr;
	const char *dso; /* short name of the object; NULL if @map is NULL */
	/* members that only few reports need; owned by the row; NULL if report.more is not set */
	struct row_more *more;
	uint64_t first_time; /* time of the row's earliest sample, in ns */
	/* scratch value: each function that works on all rows uses it for its own purpose */
	uint32_t mark;
	uint32_t event;
	uint64_t first_seq;
	struct row_stat self;
	const struct thread_ctx *who;
	/*
	 * position, from 1, of the row's frame in the call chain of the earliest sample of the row;
	 * 0: the row stands for the sampled address of that sample, not for a frame of its chain
	 */
	uint32_t first_pos;
	char level;
	uint8_t mode; /* cpumode of the row's earliest sample */
	bool filtered;
	bool other_filter : 1; /* a filter other than --comms, --pid and --tid hides this row */
	bool dummy : 1;
	/*
	 * A filter of rows (--symbol-filter, --socket-filter) hides this row, but the row's samples
	 * still count in event_rows.nr_shown.
	 */
	bool late : 1;
	const struct pdata_map *map;
	struct row_acc acc;
	/*
	 * Call graph: index in callgraph_trie.ends of the first element of the row's list, in which
	 * the newest element is first; 0: the list is empty. Each element is a call chain, with the
	 * sums of the samples that have this chain and whose instruction pointer belongs to this
	 * row.
	 */
	uint32_t terminals;
	/*
	 * Call graph: callgraph_trie_seal() changes the meaning of this member. Before: index of
	 * the row in callgraph_trie.rows. After: index of the first element of the row's list in
	 * callgraph_trie.passes; the list has the topmost frames of the row (see
	 * callgraph_trie_seal()). 0: none.
	 */
	uint32_t through;
	uint32_t max_depth;
	/*
	 * id, in the interner hists.extras, of the struct hist_extra (CPU, weight, data address and
	 * similar values) of the row's earliest sample; row_extra() returns this struct; 0: the
	 * sample has no such struct
	 */
	uint32_t extra;
};

/* One column of the report. */
struct report_column {
	const struct rep_key *key;
	const char *header;
	unsigned width;
	unsigned user_width; /* column width from option -w; 0: not given */
	/*
	 * if the option for this column (--comms, --dsos or --symbols) gives exactly one name:
	 * this name; otherwise NULL
	 */
	const char *only;
	bool elide;
	/* the column is not printed: it is elided, or it is no column of the event being printed */
	bool skip;
};

/* The rows of one event, and the sums over them. */
struct event_rows {
	const struct pdata_event *event;
	const char *name;
	struct rep_row **rows; /* rows in the order of printing */
	uint32_t nr, cap;
	/*
	 * @nr_samples: number of samples of the event; @nr_shown: number of these samples in rows
	 * that no filter hides, and in rows that only --symbol-filter or --socket-filter hides
	 * (rep_row.late)
	 */
	uint64_t nr_samples, nr_shown;
	/*
	 * @period: sum of the periods of all rows. @period_shown: sum over the rows that no filter
	 * hides; with --hierarchy, only rows of the outermost level are added. @period_graphs: sum
	 * over the rows that no filter hides and the rows that only --symbol-filter or
	 * --socket-filter hides. The limits of call graphs are percentages of @period_graphs with
	 * --percentage relative, otherwise of @period.
	 */
	uint64_t period, period_shown, period_graphs;
	/*
	 * sum of the periods of the samples that no filter rejects. The sum can differ from the sum
	 * over the visible rows, because one row can contain both rejected and accepted samples,
	 * and only the row's earliest sample decides whether the row is hidden.
	 */
	uint64_t period_passed;
	uint64_t latency, latency_shown;
	/*
	 * index of the event that leads the group of this event; if the event is in no group: index
	 * of the event itself
	 */
	uint32_t leader;
	/*
	 * @position: index of the event among the events of its group, 0 for the leader; @members:
	 * in the leader of a group, the number of events in the group; in other events 1
	 */
	uint32_t position, members;
	const char *group_name;
	/*
	 * true: --no-group has split the group of this event; the report then prints "of events"
	 * before the name of this single event, as perf does
	 */
	bool plural;
	/* With --hierarchy: the rows of the outermost level, see report_hierarchy.h. */
	struct rep_row **top;
	uint32_t nr_top;
};

struct row_map; /* hash table that maps rep_row.group and rep_row.part to a row */

struct report {
	const struct report_opts *opts;
	struct rep_session *s;
	struct out *out;
	enum report_mode mode;
	bool children, pipe, trace_mode;
	bool p_stages;	     /* the recorded machine counts cycles per pipeline stage (PowerPC) */
	uint32_t cache_line; /* size of a cache line in bytes, a power of two */
	struct chain_opts chain;
	/*
	 * sort keys, which distinguish and sort the rows; @cols contains the columns that are
	 * printed
	 */
	const struct rep_key **keys;
	/*
	 * Array, indexed like @keys: number of the key's level in --hierarchy. Keys with equal
	 * numbers, such as the keys within one pair of braces in --sort, share a level: they are
	 * printed on one line. A level with a higher number is below the levels with lower numbers.
	 */
	int *key_level;
	uint32_t nr_keys;
	bool hierarchy, colour;
	const struct rep_key **field_keys; /* keys of tracepoint fields; the report owns them */
	uint32_t nr_field_keys;
	struct report_column *cols;
	uint32_t nr_cols;
	bool elided;  /* at least one column is not printed, because it has only one value */
	bool has_dso; /* --sort contains dso, so symbols need not be compared by object */
	/*
	 * --sort contains comm; perf then has a second pass that merges rows with equal sort keys,
	 * and that compares the comms by their texts
	 */
	bool by_name;
	bool by_location; /* a key distinguishes addresses of one function */
	bool more;	  /* the rows have a struct row_more */
	/*
	 * The rows are tall: they have the members of struct rep_row that only call graphs, sums
	 * with callees and struct hist_extra need.
	 */
	bool tall;
	bool sums; /* a sort key or column prints a sum that is stored in struct row_more */
	/*
	 * @has_types: a key shows data types; @has_lines: a key shows source lines or source files;
	 * @has_history: a key shows a sum over the branches in the row's call graph, and needs
	 * --branch-history
	 */
	bool has_types, has_lines, has_history;
	/*
	 * At least one key can have different values for two threads with the same comm, because it
	 * shows the thread (@own_threads), or an address that depends on where the thread maps an
	 * object (@own_addresses).
	 */
	bool own_threads, own_addresses;
	struct word_list comms, dsos, syms;
	struct number_list pids, tids, parallelism;
	/* array indexed by CPU number: socket id of the CPU; NULL: the sockets are not known */
	int32_t *sockets;
	uint32_t nr_sockets;
	struct filter_expr *expr; /* the parsed expression of --filter; NULL: no filter */
	struct hists *hist;
	/*
	 * hist of an earlier report of the session; NULL: there is no such hist. If the options of
	 * both reports select and sum the samples in the same way, report_gather() uses this hist
	 * as @hist; otherwise it frees this hist.
	 */
	struct hists *kept;
	/*
	 * the session makes further reports, which read @s->sample_cache again; false:
	 * report_gather() frees the cache when all samples are summed
	 */
	bool repeats;
	/*
	 * the caller of report_gather() does not read hist entries and locations, so rows_build()
	 * may give back their memory as soon as the samples are in rows
	 */
	bool frees_entries;
	/*
	 * hist_entries_resolve() has resolved the hist entries; @locations has no locations of
	 * them, and hist_entry.location is not set
	 */
	bool entries_resolved;
	/*
	 * the rows of an event stay in the order of the sort keys, in which perf inserts them into
	 * its tree; false: rows_sort() puts them into the order of printing
	 */
	bool key_order;
	/* the key "parent" does not search call chains, as in perf diff */
	bool ignores_chains;
	/*
	 * @samples.nr: number of all samples in @hist; @samples.nr_unresolved: number of these
	 * samples whose sampled address has no symbol. rows_build() counts both.
	 */
	struct {
		uint64_t nr, nr_unresolved;
	} samples;
	struct locations locations;
	/*
	 * indexes in @locations.all of the frames of the call chain that chain_walk() walked last
	 */
	uint32_t *walked;
	/*
	 * Array, indexed like @walked, used only if chain.counts is set (--branch-history). An
	 * element is the branch whose source or target is the frame at the same index of @walked.
	 * Exception: if .kind is CHAIN_FRAME_CALLED, this frame is from the recorded call chain,
	 * not from a branch.
	 */
	struct chain_branch *walked_branches;
	uint32_t cap_walked;
	/* number of unwound frames in @walked; these frames are the outermost ones */
	uint32_t nr_unwound;
	/*
	 * set by chain_walk() with CHAIN_LIST: --max-stack has left out frames of the chain in
	 * @walked
	 */
	bool walked_cut;
	struct report_parent *parent;
	struct row_map *map;
	struct callgraph_trie *trie;
	/* call chains are added after the rows are sorted, see rows_can_add_chains() */
	bool late_chains;
	/*
	 * @hist has no chains, although the report shows call graphs: rows_add_chains() reads the
	 * recording again for the chains that are shown. Needs @late_chains.
	 */
	bool rereads_chains;
	/*
	 * if @late_chains is set: array of the row of each hist entry, indexed like hists.entries;
	 * an element is NULL if the entry has no row
	 */
	struct rep_row **entry_rows;
	/* set if a key needs the raw data of tracepoints: "trace" and tracepoint fields */
	struct report_trace *trace;
	struct report_lines *lines;
	/*
	 * @blocks and @ipc are set in a report of branches (REPORT_BRANCH) if --total-cycles is
	 * given, or if the report has the sort key ipc_lbr and a branch has a cycle count. In
	 * other reports, both are NULL.
	 */
	struct report_blocks *blocks;
	struct report_ipc *ipc;
	struct data_types *types; /* set if a key shows data types */
	/*
	 * call chains from which the branches at each frame of a call graph are counted, for
	 * --branch-history; NULL: the report does not count branches
	 */
	struct report_history *history;
	struct event_rows *ev;
	uint32_t nr_ev;
};

/* Return true if --comms, --pid and --tid select the thread @who. */
static inline bool report_has_thread(const struct report *rp, const struct thread_ctx *who)
{
	return (!rp->comms.given || word_list_has(&rp->comms, who->comm)) &&
	       number_list_has(&rp->pids, who->pid) && number_list_has(&rp->tids, who->tid);
}

/* Memory was exhausted, so @rp is incomplete: set the error of the session of @rp to -ENOMEM. */
static inline void report_no_memory(const struct report *rp)
{
	session_set_err(rp->s, -ENOMEM);
}

/*
 * Return -ENOMEM if memory was exhausted so far in the report or in its session; else 0. After
 * -ENOMEM the rows and their output are incomplete. The session keeps the error.
 */
static inline int report_err(const struct report *rp)
{
	int err = rp->hist ? hists_err(rp->hist) : 0;

	err = err ? err : locations_err(&rp->locations);
	if (err)
		session_set_err(rp->s, err);
	return session_err(rp->s);
}

/*
 * @r is a row of the leader of an event group. Return the row with the same keys in the event of
 * this group whose event_rows.position is @position. Return NULL if this event has no such row.
 */
static inline struct rep_row *row_pair(const struct rep_row *r, uint32_t position)
{
	return r->more && r->more->pairs ? r->more->pairs[position] : NULL;
}

/*
 * Return the values (struct hist_extra) of the earliest sample of row @r. If @r has no values,
 * return a struct in which cpu is -1 and all other members are 0.
 */
static inline const struct hist_extra *row_extra(const struct report *rp, const struct rep_row *r)
{
	return hist_extra(rp->hist, rp->tall ? r->extra : 0);
}

/* Default of --sort with --mem-mode. */
#define REPORT_MEM_SORT                                                                            \
	"local_weight,mem,sym,dso,symbol_daddr,dso_daddr,snoop,tlb,locked,blocked,local_ins_lat,"  \
	"local_p_stage_cyc"
