/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Builds the rows of a report from hist entries, sorts them, and links them in event groups. */

#include "profile/model/report.h"

struct row_map;

/* Build rows from hist entries. Call after report_resolve(). Errors: see report_err(). */
void rows_build(struct report *rp);
void rows_free(struct report *rp);
/* Return true if rows_build() needs report.trie even if no row shows a graph. */
bool rows_need_trie(const struct report *rp);

/* Loops over hist entries in the order of rows_build() prefetch this many entries ahead. */
#define ROWS_AHEAD 8u
/* Loops over hist entries check for exhausted memory once per this many entries. */
#define ROWS_LOOK 256u
/* Return true if the chain of a hist entry is walked for its rows. */
bool row_entry_has_chain(const struct report *rp, const struct hist_entry *slot);
/* Return true if --parallelism excludes a hist entry from all rows. The totals include it. */
bool row_entry_is_left_out(const struct report *rp, const struct hist_entry *slot);

/* Return true if the earliest sample of @a came before that of @b. */
bool row_before(const struct rep_row *a, const struct rep_row *b);
/* Return a zeroed row, which lives until rows_free(), or NULL if memory is exhausted. */
struct rep_row *row_alloc(struct row_map *m);
/* Add @more to r->more, which is allocated if it is NULL. Return: 0 or -ENOMEM. */
int row_more_add(struct rep_row *r, const struct row_more *more);

/*
 * Return true if the rows do not depend on call chains, and if the chains are needed only for the
 * rows that show a graph. Then rows_add_chains() adds only the chains of these rows, after
 * rows_sort(), because most rows show no graph. Set report.late_chains to the result before
 * report_resolve().
 */
bool rows_can_add_chains(const struct report *rp);
void rows_add_chains(struct report *rp); /* Errors: see report_err(). */

/* Sort the rows of all events, and link the rows of event groups. Errors: see report_err(). */
void rows_sort(struct report *rp);

/* Compare rows as perf does by the keys from @first up to, but not including, @end. */
int rows_key_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b,
		   uint32_t first, uint32_t end);
/* Sort rows in the order in which they are printed. */
void rows_print_order(struct report *rp, struct rep_row **rows, uint32_t nr);
void rows_key_sort(struct report *rp, struct event_rows *ev); /* by all keys */

enum rows_order {
	ROWS_BY_KEYS, /* by all keys */
	ROWS_PRINTED  /* the order of printing */
};

/*
 * Sort the rows of one event by the integers into which their keys are packed. Returns false
 * without sorting if a key has no integer form, the event has a group, or memory is exhausted.
 */
bool rows_packed_sort(const struct report *rp, struct rep_row **rows, uint32_t nr,
		      enum rows_order order);
/* Sort rows by the comparison functions of the keys. Errors: see report_err(). */
void rows_compared_sort(struct report *rp, struct rep_row **rows, uint32_t nr,
			enum rows_order order);
/* Return true if the column of @k is elided; rows are then not sorted by it. */
bool row_key_hidden(const struct report *rp, const struct rep_key *k);

/* The rows of one event or one level of --hierarchy. */
struct row_list {
	struct rep_row **rows;
	uint32_t nr;
};

/* A range of keys: from index first up to, but not including, end. */
struct key_range {
	uint32_t first, end;
};

/*
 * Link the rows of @member in @from to those rows of the leader in @to that have equal values of
 * @keys: pairs[member->position] of the leader's row is set. Both lists are sorted by @keys. If
 * only the member has a row, @dummy makes a row for the leader's list, or returns NULL if memory is
 * exhausted.
 */
void rows_link(struct report *rp, struct event_rows *leader, struct row_list *to,
	       const struct event_rows *member, const struct row_list *from, struct key_range keys,
	       struct rep_row *(*dummy)(struct report *rp, const struct rep_row *member));
/* Turn @r, a copy of a member's row, into a row of the leader whose sums are 0. */
void row_make_dummy(struct rep_row *r, const struct event_rows *leader);
