/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Builds and sorts the levels of rows for --hierarchy. In an event group, also links the rows of
 * the leader to the rows of the other events that have the same keys.
 */

#include "profile/rows/rows.h"

/*
 * A row of one level of --hierarchy, with its child rows. The pointers in event_rows.top point to
 * the member @row.
 */
struct hier {
	/* must be the first member: a pointer to @row is cast to a pointer to struct hier */
	struct rep_row row;
	struct row_more more; /* row.more points to this member, or is NULL */
	struct row_list kids;
	uint32_t cap;
	uint32_t depth; /* number of ancestors of the row in the --hierarchy tree; top row: 0 */
	bool leaf;
};

/* The sort keys of one level of --hierarchy: indexes @first to @end - 1 in report.keys. */
struct hier_level {
	uint32_t first, end;
};

/*
 * Set *@levels to an array of the levels that rows of the event with index @event have, outermost
 * first; the caller frees the array with free(). Return: the number of levels. If memory is
 * exhausted, the result is 0, and *@levels is NULL.
 */
uint32_t hierarchy_levels(const struct report *rp, uint32_t event, struct hier_level **levels);

/*
 * Build the tree of rows of --hierarchy from the rows of the event @ev, which must be sorted by
 * keys. Store the rows of the outermost level in event_rows.top.
 */
void hierarchy_build(struct report *rp, struct event_rows *ev);
void hierarchy_link(struct report *rp, struct event_rows *leader, const struct event_rows *member);
void hierarchy_sort(struct report *rp, struct event_rows *ev);
void hierarchy_free(struct event_rows *ev);
