/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_LINE_H
#define REP_REPORT_LINE_H

/* Lines of the text of a report; report_text.c has the functions. */

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
size_t line_size(const struct report *rp); /* with all columns */

/* Cells of the sums and of a key. */
void line_sums(struct report *rp, struct row_line *l, const struct report_column *c,
	       const struct event_rows *ev, const struct rep_row *r);
void row_line_print_key(struct report *rp, struct row_line *l, const struct report_column *c,
			const struct rep_row *r);

static inline const char *row_line_separator(const struct report *rp)
{
	return rp->opts->separator ? rp->opts->separator : "  ";
}

#endif
