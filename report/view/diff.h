/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * `pdata diff`: prints the rows of several recordings side by side; the first file is the baseline.
 * diff_add() copies the texts and periods of the rows, so the caller can close a file before
 * opening the next file.
 */

#include "profile/model/report.h"

enum diff_compute { DIFF_DELTA, DIFF_DELTA_ABS, DIFF_RATIO, DIFF_WDIFF };

struct diff_opts {
	enum diff_compute compute;
	/*
	 * with DIFF_WDIFF: factors for the periods of the baseline (@w1) and of the other files
	 * (@w2)
	 */
	int64_t w1, w2;
	bool baseline_only, period, formula, quiet;
	/*
	 * --order: number of a file on the command line, from 0 for the baseline. diff_text()
	 * sorts the rows by the difference or ratio (see @compute) between this file and the
	 * baseline. If the number is 0, diff_text() sorts the rows by the period in the baseline.
	 * The period in the baseline also sorts rows that are equal in the column of this file.
	 */
	uint64_t order;
	const char *separator;
	/* --jobs: count of threads; 0: one for each CPU, or fewer if there are few rows */
	uint64_t jobs;
};

struct diff;

/* Return: an empty comparison of @nr files. The caller frees it with diff_free(). */
struct diff *diff_new(const struct diff_opts *opts, uint32_t nr);
/*
 * Copy the rows of the next file from @rp, the report of this file, to @d. The first call is for
 * the baseline. @path: name of the file; the string must live as long as @d.
 */
void diff_add(struct diff *d, const char *path, const struct report *rp);
/* Print one table to @o for each event of the baseline. */
void diff_text(struct diff *d, struct out *o);
void diff_free(struct diff *d);
