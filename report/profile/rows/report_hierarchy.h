/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Rows in levels, for --hierarchy. */

#include "profile/rows/rows.h"

/* A row of a level with those below it; event_rows.top points to the rows in these. */
struct hier {
	struct rep_row row; /* first: it is found by its row */
	struct row_list kids;
	uint32_t cap;
	uint32_t depth; /* from 0 */
	bool leaf;
};

/* Keys of a level: from first to before end. */
struct hier_level {
	uint32_t first, end;
};

/* Those of an event, to be freed. Return: how many there are; without memory 0 and NULL. */
uint32_t hierarchy_levels(const struct report *rp, uint32_t event, struct hier_level **levels);

/* Make the levels of an event whose rows are in the order of keys. */
void hierarchy_build(struct report *rp, struct event_rows *ev);
void hierarchy_link(struct report *rp, struct event_rows *leader, const struct event_rows *member);
void hierarchy_sort(struct report *rp, struct event_rows *ev);
void hierarchy_free(struct event_rows *ev);
