/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_REPORT_LINE_H
#define REP_REPORT_LINE_H

/* Lines of the text of a report; report_text.c has the functions. */

#include "profile/model/report.h"

/* A line being put together: never longer than its columns, as perf cuts it. */
struct line {
	char *buf;
	size_t len, size;
};

void line_add(struct line *l, const char *s, size_t n);
void line_pad(struct line *l, size_t n);

/* The widths of the columns for these rows, which go on from row to row; first all are 0. */
void line_fit_row(struct report *rp, struct column *c, const struct rep_row *r);
void line_fit_end(struct column *c, const struct event_rows *ev);
size_t line_size(const struct report *rp); /* with all columns */

/* Cells of the sums and of a key. */
void line_sums(struct report *rp, struct line *l, const struct column *c,
	       const struct event_rows *ev, const struct rep_row *r);
void line_key(struct report *rp, struct line *l, const struct column *c, const struct rep_row *r);

static inline const char *line_between(const struct report *rp)
{
	return rp->opts->separator ? rp->opts->separator : "  ";
}

#endif
