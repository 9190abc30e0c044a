/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The view of the browser that shows the rows of a report. */

#include "view/tui/rows_tree.h"
#include "view/tui/tui_int.h"

struct tui_rows {
	struct tui_view view; /* must be the first member */
	/* index in report.ev of the event whose rows are shown; this event leads its group */
	uint32_t event;
	/*
	 * Array of the rows in the list. If @own_rows is false, this is the array event_rows.rows
	 * of the event; otherwise the view owns the array.
	 */
	struct rep_row **rows;
	uint64_t nr_rows;
	bool own_rows;
	size_t line_size; /* result of rows_text_fit(): buffer size in bytes for a line */
	struct out head;  /* text of the line with the column headers */
	/* array: the call graphs of the expanded rows, in ascending order of rows_tree.pos */
	struct rows_tree *trees;
	uint32_t nr_trees, cap_trees;
	struct tui_search search;
	char pattern[256];
	bool typing;	 /* the user types the pattern: a key ends a long search early */
	bool incomplete; /* a key has ended the search, so rows that match can be missing */
	/*
	 * name of the symbol of the row at the cursor, to find this row in the next report; "":
	 * the row has no symbol, or there is no row
	 */
	char symbol[256];
};

/* One line of the list: a row, or a line of the call graph of an expanded row. */
struct rows_at {
	/*
	 * the row that the line shows, or the row to whose call graph the line belongs; NULL: the
	 * list has no line with the index @n, the argument of rows_view_at()
	 */
	struct rep_row *row;
	uint64_t pos; /* index of @row in tui_rows.rows */
	struct rows_tree *tree;
	/* index in rows_tree.lines of @tree; -1: the line is the row itself, not its call graph */
	int64_t line;
};

struct rows_at rows_view_at(struct tui_rows *v, uint64_t n);
/* Return: the event whose rows @v shows; NULL: there is no report, or the report has no events. */
struct event_rows *rows_view_event(const struct tui *t, const struct tui_rows *v);

/* rows_actions.c */
extern const struct tui_action rows_actions[];
void rows_view_expand(struct tui *t, struct tui_rows *v, uint64_t pos, bool all);
void rows_view_collapse(struct tui_rows *v, uint64_t pos);
void rows_view_collapse_all(struct tui_rows *v);
void rows_view_update(struct tui *t, struct tui_rows *v);
void rows_view_set_event(struct tui *t, struct tui_rows *v, uint32_t event);
/*
 * Show only the rows whose symbol, object or command, or whose text in a column that shows no sum,
 * matches the regular expression @pattern. If @pattern is empty, or is not a valid regular
 * expression, show all rows.
 */
void rows_view_filter(struct tui *t, struct tui_rows *v, const char *pattern);
