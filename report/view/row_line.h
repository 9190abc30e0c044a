/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Lines of the text of a report. */

#include "profile/model/report.h"

/* A line being put together: never longer than its columns, as perf cuts it. */
struct row_line {
	char *buf;
	size_t len, size;
};

void row_line_add(struct row_line *l, const char *s, size_t n);
void row_line_pad(struct row_line *l, size_t n);

/* The widths of the columns for these rows, which go on from row to row; first all are 0. */
void row_line_fit(struct report *rp, struct report_column *c, const struct rep_row *r);
void row_line_fit_end(struct report_column *c, const struct event_rows *ev);
size_t row_line_size(const struct report *rp); /* with all columns */

/* Cells of the sums and of a key. */
void row_line_print_sums(struct report *rp, struct row_line *l, const struct report_column *c,
			 const struct event_rows *ev, const struct rep_row *r);
void row_line_print_key(struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r);

/*
 * The least width of a key's column for a row; its text in that width without the blanks behind,
 * to be freed.
 */
unsigned report_key_width(const struct report *rp, const struct rep_key *k,
			  const struct rep_row *r);
char *report_key_text(const struct report *rp, const struct rep_key *k, const struct rep_row *r,
		      unsigned width);

static inline const char *row_line_separator(const struct report *rp)
{
	return rp->opts->show.separator ? rp->opts->show.separator : "  ";
}
