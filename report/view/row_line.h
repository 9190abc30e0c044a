/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Builds the text lines of a report's rows. */

#include "profile/model/report.h"

/*
 * Buffer for one line. Text that does not fit into @size bytes is cut off, as in perf;
 * row_line_size() returns this size.
 */
struct row_line {
	char *buf;
	size_t len, size;
};

void row_line_add(struct row_line *l, const char *s, size_t n);
void row_line_pad(struct row_line *l, size_t n);

/*
 * Widen the column @c if its text in row @r needs more room. The caller sets @c->width to 0, calls
 * row_line_fit() for each row, and then calls row_line_fit_end(), which applies the width of the
 * header or the width that the user set.
 */
void row_line_fit(const struct report *rp, struct report_column *c, const struct rep_row *r);
void row_line_fit_end(struct report_column *c, const struct event_rows *ev);
/* Return: size of a line with all columns that are printed, in bytes. */
size_t row_line_size(const struct report *rp);

/*
 * Append the cell of column @c in row @r to the line. row_line_print_sums() is for columns with
 * sums, row_line_print_key() for columns with sort keys.
 */
void row_line_print_sums(const struct report *rp, struct row_line *l, const struct report_column *c,
			 const struct event_rows *ev, const struct rep_row *r);
void row_line_print_key(const struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r);

/* Return: the width that the column of sort key @k needs for row @r, in characters. */
unsigned report_key_width(const struct report *rp, const struct rep_key *k,
			  const struct rep_row *r);

/*
 * A buffer for report_key_text(), which grows as needed. The caller initializes the buffer to { 0 }
 * and frees @buf.
 */
struct row_text {
	char *buf;
	size_t size;
};

/*
 * Put the text of sort key @k for row @r into @to, without trailing blanks. @width: width of the
 * column. Return: length of the text.
 */
size_t report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       unsigned width, struct row_text *to);

static inline const char *row_line_separator(const struct report *rp)
{
	return rp->opts->show.separator ? rp->opts->show.separator : "  ";
}
