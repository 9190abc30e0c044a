/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Builds, links and sorts the levels of rows for --hierarchy. */

#include "profile/rows/rows.h"

/* A row of one level with its child rows; event_rows.top points to the row members. */
struct hier {
	struct rep_row row; /* must be first: a pointer to it is cast to struct hier */
	struct row_list kids;
	uint32_t cap;
	uint32_t depth; /* number of the level, from 0 */
	bool leaf;
};

/* The keys of one level: from index first up to, but not including, end. */
struct hier_level {
	uint32_t first, end;
};

/*
 * Set @levels to the array of an event's levels, which the caller frees. Return: the number of
 * levels; 0, with @levels NULL, if memory is exhausted.
 */
uint32_t hierarchy_levels(const struct report *rp, uint32_t event, struct hier_level **levels);

/* Build the levels of an event. Its rows must be sorted by keys. */
void hierarchy_build(struct report *rp, struct event_rows *ev);
void hierarchy_link(struct report *rp, struct event_rows *leader, const struct event_rows *member);
void hierarchy_sort(struct report *rp, struct event_rows *ev);
void hierarchy_free(struct event_rows *ev);
