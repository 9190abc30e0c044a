/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Prints rows of several reports side by side; the first file is the baseline. Only texts and sums
 * of the rows are kept, so each file can be closed before the next one is opened.
 */

#include "profile/model/report.h"

enum diff_compute { DIFF_DELTA, DIFF_DELTA_ABS, DIFF_RATIO, DIFF_WDIFF };

struct diff_opts {
	enum diff_compute compute;
	int64_t w1, w2; /* DIFF_WDIFF: weight of the baseline, and weight of the other file */
	bool baseline_only, period, formula, quiet;
	/* number of the file by whose column rows are sorted first; 0: the baseline */
	uint64_t order;
	const char *separator;
	uint64_t jobs; /* number of threads; 0: one for each cpu */
};

struct diff;

/* Return an empty comparison of @nr files, to be freed by diff_free(). */
struct diff *diff_new(const struct diff_opts *opts, uint32_t nr);
/* Take over the rows of the next file, the baseline first. @path must stay valid. */
void diff_add(struct diff *d, const char *path, const struct report *rp);
/* Print the comparison of all events of the baseline. */
void diff_text(struct diff *d, struct out *o);
void diff_free(struct diff *d);
