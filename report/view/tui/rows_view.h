/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The view of the browser that shows the rows of a report. */

#include "view/tui/rows_tree.h"
#include "view/tui/tui_int.h"

struct tui_rows {
	struct tui_view view; /* must be the first member */
	uint32_t event;	      /* index of the event whose rows are shown: a leader of a group */
	/* The rows in the list. If @own_rows is false, this is the array of the event. */
	struct rep_row **rows;
	uint64_t nr_rows;
	bool own_rows;
	size_t line_size;	 /* result of rows_text_fit(): bytes of a line */
	struct out head;	 /* text of the line of column headers */
	struct rows_tree *trees; /* trees of the expanded rows, sorted by position of the row */
	uint32_t nr_trees, cap_trees;
	struct tui_search search;
	char pattern[256];
	/*
	 * symbol of the row at the cursor, to find this row again after a reload; "": the row has
	 * no symbol
	 */
	char symbol[256];
};

/* One line of the list: a row, or a line of the call graph of an expanded row. */
struct rows_at {
	/* the row, or the row above the call graph; NULL: the list has no line with this index */
	struct rep_row *row;
	uint64_t pos; /* index of @row in tui_rows.rows */
	struct rows_tree *tree;
	int64_t line; /* index of the line in @tree; -1: the line is the row itself */
};

struct rows_at rows_view_at(struct tui_rows *v, uint64_t n);
/* Return: the event whose rows the view shows; NULL: the browser has no report, or no event. */
struct event_rows *rows_view_event(const struct tui *t, const struct tui_rows *v);

/* rows_actions.c */
extern const struct tui_action rows_actions[];
void rows_view_expand(struct tui *t, struct tui_rows *v, uint64_t pos, bool all);
void rows_view_collapse(struct tui_rows *v, uint64_t pos);
void rows_view_collapse_all(struct tui_rows *v);
void rows_view_update(struct tui *t, struct tui_rows *v);
void rows_view_set_event(struct tui *t, struct tui_rows *v, uint32_t event);
/*
 * Show only the rows whose symbol, object or command matches the regular expression @pattern. "":
 * show all rows.
 */
void rows_view_filter(struct tui *t, struct tui_rows *v, const char *pattern);
