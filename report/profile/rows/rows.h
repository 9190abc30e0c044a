/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Builds the rows of a report from hist entries, sorts them, and links them in event groups. */

#include "profile/model/report.h"

struct row_map;

/*
 * Build the rows of @rp from its hist entries. Call this function after report_resolve(). On an
 * error, report_err() returns it.
 */
void rows_build(struct report *rp);
/*
 * Return true if rows_build() needs no locations: hist_entries_resolve() is enough, and the caller
 * sets report.entries_resolved.
 */
bool rows_need_no_locations(const struct report *rp);
void rows_free(struct report *rp);
/*
 * Apply the filters report.comms, report.pids and report.tids, which have changed, to the rows
 * that rows_sort() has sorted. Return: false if the changed filters do more than show or hide
 * existing rows; the rows are then unchanged, and the caller has to make a new report.
 */
bool rows_refilter(struct report *rp);
/*
 * Return true if rows_build() needs report.trie to add the samples of callees to their callers
 * (--children), even if no row shows a call graph.
 */
bool rows_need_trie(const struct report *rp);

/*
 * Functions that go through all hist entries prefetch the memory for the entry that is this many
 * entries after the current entry.
 */
#define ROWS_AHEAD 8u
/*
 * A function that goes through all hist entries checks once every ROWS_LOOK entries whether memory
 * was exhausted.
 */
#define ROWS_LOOK 256u
/* Return true if rows_build() walks the call chain of the hist entry @entry. */
bool row_entry_has_chain(const struct report *rp, const struct hist_entry *entry);
/*
 * Return true if --parallelism excludes the hist entry @entry from all rows. The totals still
 * include the entry.
 */
bool row_entry_is_left_out(const struct report *rp, const struct hist_entry *entry);

/* Return true if the earliest sample of row @a came before the earliest sample of row @b. */
bool row_before(const struct rep_row *a, const struct rep_row *b);
/*
 * Return a copy of the row @like and of its struct row_more. In the copied struct row_more, all
 * sums are 0, and the member pairs is NULL. The copy is valid until rows_free(). Return: NULL if
 * memory is exhausted.
 */
struct rep_row *row_copy(const struct report *rp, const struct rep_row *like);
/*
 * Set more->pairs to NULL, and all sums over samples in @more, such as more->latency and
 * more->sys, to 0. The other members (from, to, parent and history) stay unchanged.
 */
void row_more_forget_sums(struct row_more *more);

/*
 * Return true if no row depends on call chains, so that chains are needed only to show call graphs.
 * In this case rows_add_chains() adds chains after rows_sort(), and only the chains of the few rows
 * that show a graph. The caller sets report.late_chains to the result before report_resolve().
 * @unwound: as hists.unwound.
 */
bool rows_can_add_chains(const struct report *rp, bool unwound);
/*
 * Add to report.trie the call chains of the rows that show a call graph. The caller calls this
 * function after rows_sort(), if report.late_chains is set. On an error, report_err() returns it.
 */
void rows_add_chains(struct report *rp);

/*
 * Sort the rows of all events, and link the rows of event groups. On an error, report_err() returns
 * it.
 */
void rows_sort(struct report *rp);

/*
 * Compare two rows as perf does, by the keys with indexes @first to @end - 1 in report.keys.
 * Return, as key_cmp_fn does: negative if @a comes after @b in an ascending list; positive if @a
 * comes before @b; 0 if the keys do not distinguish the rows.
 */
int rows_key_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b,
		   uint32_t first, uint32_t end);
/* Sort @nr rows of one event, which are sorted by keys, in the order in which they are printed. */
void rows_print_order(struct report *rp, struct rep_row **rows, uint32_t nr);
/* Sort the rows of the event @ev by all keys. */
void rows_key_sort(struct report *rp, struct event_rows *ev);
/*
 * Sort the rows of the event @ev in the order of printing without sorting them by keys first.
 * Return: false if the order of printing depends on that of keys; the rows are then unchanged.
 */
bool rows_sort_at_once(const struct report *rp, struct event_rows *ev);

enum rows_order {
	ROWS_BY_KEYS, /* compare all keys */
	ROWS_PRINTED, /* sort the rows in the order in which they are printed */
	/*
	 * The same order for rows that were not sorted by keys before: rows that are equal in the
	 * order of printing are sorted by keys.
	 */
	ROWS_AT_ONCE
};

/*
 * Sort the @nr rows of one event by integers into which the keys of each row are packed. Return
 * false, and leave @rows unsorted, if the order of a key cannot be expressed by integers, if
 * memory is exhausted, if @nr is 0, if @order is not ROWS_BY_KEYS and the event leads a group of
 * several events, or if @order is ROWS_AT_ONCE and an order is not that of plain integers.
 */
bool rows_packed_sort(const struct report *rp, struct rep_row **rows, uint32_t nr,
		      enum rows_order order);
/* Sort rows with the comparison functions of the keys. On an error, report_err() returns it. */
void rows_compared_sort(struct report *rp, struct rep_row **rows, uint32_t nr,
			enum rows_order order);
/* Return true if the column of key @k is elided; rows are then not sorted by this key. */
bool row_key_hidden(const struct report *rp, const struct rep_key *k);

/*
 * Copy the members that the rows of @rp have, all or those of a short row (see report.tall), from
 * @from to @to.
 */
void row_copy_members(const struct report *rp, struct rep_row *to, const struct rep_row *from);

/* A list of rows: the rows of one event, or of one level of --hierarchy. */
struct row_list {
	struct rep_row **rows;
	uint32_t nr;
};

/* A range of sort keys: indexes @first to @end - 1 in report.keys. */
struct key_range {
	uint32_t first, end;
};

/*
 * Link the rows of two events of a group: @to lists rows of the leader, and @from lists rows of
 * @member; both lists are sorted by @keys. For each row of @from, find the row of @to with equal
 * values of @keys, and store the row of @from in pairs[member->position] of the found row. If @to
 * has no such row, the function calls @dummy to make this row, and inserts it into @to. @dummy
 * returns NULL if memory is exhausted.
 */
void rows_link(struct report *rp, struct event_rows *leader, struct row_list *to,
	       const struct event_rows *member, const struct row_list *from, struct key_range keys,
	       struct rep_row *(*dummy)(struct report *rp, const struct rep_row *member));
/*
 * Change @r, a copy of a row of another event in the group, into a row of the event of @leader.
 * The function also sets all sums of @r to 0.
 */
void row_make_dummy(struct rep_row *r, const struct event_rows *leader);
