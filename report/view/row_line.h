/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Builds the text lines of a report's rows. */

#include "profile/model/report.h"

/*
 * Buffer for one line of text, @len bytes long so far. Text that does not fit into @size bytes is
 * cut off, as in perf. For lines of rows, @size is the result of row_line_size().
 */
struct row_line {
	char *buf;
	size_t len, size;
};

void row_line_add(struct row_line *l, const char *s, size_t n);
void row_line_pad(struct row_line *l, size_t n);

/*
 * row_line_fit() widens the column @c if the column's text in row @r is wider than @c->width. The
 * caller sets @c->width to 0, calls row_line_fit() for each row, and then calls
 * row_line_fit_end(). If the user set a width, row_line_fit_end() applies this width; otherwise the
 * function widens the column to its header. Exception: a column that shows a sum (KEY_SUM) has a
 * minimum width, even if the user set a smaller width. The column is at least as wide as its
 * header; in an event group or with --group, it is also at least as wide as the sums of all events.
 */
void row_line_fit(const struct report *rp, struct report_column *c, const struct rep_row *r);
void row_line_fit_end(const struct report *rp, struct report_column *c,
		      const struct event_rows *ev);
/* Return: size in bytes of a buffer for a line of a row with all columns that are printed. */
size_t row_line_size(const struct report *rp);

/*
 * Append the text of column @c in row @r to the line @l. Use row_line_print_sums() if the column
 * shows a sum (KEY_SUM), and row_line_print_key() for all other columns.
 */
void row_line_print_sums(const struct report *rp, struct row_line *l, const struct report_column *c,
			 const struct event_rows *ev, const struct rep_row *r);
void row_line_print_key(const struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r);

/* Return: the width in characters that the column of the sort key @k needs to show row @r. */
unsigned report_key_width(const struct report *rp, const struct rep_key *k,
			  const struct rep_row *r);

/*
 * A buffer that report_key_text() enlarges when a text needs more room. The caller initializes the
 * struct to { 0 } and frees @buf.
 */
struct row_text {
	char *buf;
	size_t size;
};

/*
 * Put the text of the sort key @k for row @r into @to, without trailing blanks. @width: width of
 * the key's column in characters. Return: length of the text in bytes.
 */
size_t report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       unsigned width, struct row_text *to);

/*
 * Check *@separator: the argument of the option -t, or NULL if the option is not given. If the
 * argument is empty, set *@separator to NULL, because perf treats an empty argument like a missing
 * option. @command: name of the command, for the error message. Return: REP_OK; REP_FAIL after
 * sending an error message: the argument begins with ".", the decimal point of the printed
 * numbers.
 */
int row_line_check_separator(const char **separator, const char *command);

static inline const char *row_line_separator(const struct report *rp)
{
	return rp->opts->show.separator ? rp->opts->show.separator : "  ";
}
