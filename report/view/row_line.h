/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Builds lines of a report's text. */

#include "profile/model/report.h"

/* A line under construction. It is truncated at the width of its columns, as in perf. */
struct row_line {
	char *buf;
	size_t len, size;
};

void row_line_add(struct row_line *l, const char *s, size_t n);
void row_line_pad(struct row_line *l, size_t n);

/*
 * Widen column @c for row @r. Call it for each row; the width begins with 0. row_line_fit_end()
 * applies the header and the user's width.
 */
void row_line_fit(const struct report *rp, struct report_column *c, const struct rep_row *r);
void row_line_fit_end(struct report_column *c, const struct event_rows *ev);
size_t row_line_size(const struct report *rp); /* the size of a line with all columns, in bytes */

/* Append the cell of a sum, or the cell of a key, to the line. */
void row_line_print_sums(const struct report *rp, struct row_line *l, const struct report_column *c,
			 const struct event_rows *ev, const struct rep_row *r);
void row_line_print_key(const struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r);

/* Return: the least width of a key's column for a row. */
unsigned report_key_width(const struct report *rp, const struct rep_key *k,
			  const struct rep_row *r);

/* A buffer for texts of keys; begins as { 0 }, and the caller frees buf. */
struct row_text {
	char *buf;
	size_t size;
};

/* Put the key's text, without trailing blanks, into @to. Return: its length. */
size_t report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		       unsigned width, struct row_text *to);

static inline const char *row_line_separator(const struct report *rp)
{
	return rp->opts->show.separator ? rp->opts->show.separator : "  ";
}
