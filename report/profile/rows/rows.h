/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Rows of a report: made of sums, ordered, and paired in groups of events. */

#include "profile/model/report.h"

struct row_map;

/* From sums to rows, after report_resolve(); without memory see report_err(). */
void rows_build(struct report *rp);
void rows_free(struct report *rp);

/* For all that goes over the sums in the order of rows_build(): how far ahead they are fetched. */
#define ROWS_AHEAD 8u
/* Sums between looks whether memory is exhausted. */
#define ROWS_LOOK 256u
void row_entry_prefetch(const struct report *rp, uint32_t i);
/* Whether its chain is walked. */
bool row_entry_has_chain(const struct report *rp, const struct hist_entry *slot);
/* Sums that --parallelism leaves out are in no row, only in what percentages are of. */
bool row_entry_is_left_out(const struct report *rp, const struct hist_entry *slot);

/* Whether the first sample of @a came earlier. */
bool row_before(const struct rep_row *a, const struct rep_row *b);
struct rep_row *row_alloc(struct row_map *m); /* zeroed; lives until rows_free(); or NULL */
/* Add @more to the row's own, which is made if it has none. Return: 0 or -ENOMEM. */
int row_more_add(struct rep_row *r, const struct row_more *more);

/* Order of rows, group members put together; without memory see report_err(). */
void rows_sort(struct report *rp);

/* perf's order of rows by the keys from @first to before @end. */
int rows_key_order(const struct report *rp, const struct rep_row *a, const struct rep_row *b,
		   uint32_t first, uint32_t end);
/* Put rows in the order of printing. */
void rows_print_order(struct report *rp, struct rep_row **rows, uint32_t nr);
void rows_key_sort(struct report *rp, struct event_rows *ev); /* by all keys */

enum rows_order {
	ROWS_BY_KEYS, /* by all keys */
	ROWS_PRINTED  /* as they are printed */
};

/*
 * Sort rows of one event by integers packed of their keys. Return: false: nothing was done, because
 * a key has no integer form, the event has a group, or memory is exhausted.
 */
bool rows_packed_sort(const struct report *rp, struct rep_row **rows, uint32_t nr,
		      enum rows_order order);
/* The same by the comparison functions of the keys; without memory see report_err(). */
void rows_compared_sort(struct report *rp, struct rep_row **rows, uint32_t nr,
			enum rows_order order);
/* Whether the column of @k is left out, and rows are not ordered by it. */
bool row_key_hidden(const struct report *rp, const struct rep_key *k);

/* Rows of one event or level. */
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
