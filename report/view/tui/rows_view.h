/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The rows of a report as a view. */

#include "view/tui/rows_tree.h"
#include "view/tui/tui_int.h"

#include <regex.h>

struct tui_rows {
	struct tui_view view; /* first member */
	uint32_t event;	      /* index of the event, a leader, whose rows are shown */
	/* The rows in the list. Owned if own_rows, else they are those of the event. */
	struct rep_row **rows;
	uint64_t nr_rows;
	bool own_rows;
	size_t line_size;	 /* see rows_text_fit() */
	struct out head;	 /* line of column headers */
	struct rows_tree *trees; /* of the expanded rows, by position */
	uint32_t nr_trees, cap_trees;
	regex_t search;
	bool has_search;
	char pattern[256];
	char symbol[256]; /* of the row at the cursor, to find it again after a reload */
};

/* What is in a line of the list. */
struct rows_at {
	struct rep_row *row; /* NULL: the list is empty */
	uint64_t pos;	     /* of the row */
	struct rows_tree *tree;
	int64_t line; /* in the tree; -1: the row itself */
};

struct rows_at rows_view_at(struct tui_rows *v, uint64_t n);
/* The event that the view shows, or NULL. */
struct event_rows *rows_view_event(const struct tui *t, const struct tui_rows *v);

/* rows_actions.c */
extern const struct tui_action rows_actions[];
void rows_view_expand(struct tui *t, struct tui_rows *v, uint64_t pos, bool all);
void rows_view_collapse(struct tui_rows *v, uint64_t pos);
void rows_view_collapse_all(struct tui_rows *v);
void rows_view_update(struct tui *t, struct tui_rows *v);
void rows_view_set_event(struct tui *t, struct tui_rows *v, uint32_t event);
/* Show the rows that match a regular expression; "": all rows. */
void rows_view_filter(struct tui *t, struct tui_rows *v, const char *pattern);
