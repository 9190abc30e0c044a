/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints rows of several reports side by side; the first file is the baseline. */

#include "profile/model/report.h"

enum diff_compute { DIFF_DELTA, DIFF_DELTA_ABS, DIFF_RATIO, DIFF_WDIFF };

struct diff_opts {
	enum diff_compute compute;
	int64_t w1, w2; /* DIFF_WDIFF: weights of the baseline and of the other file */
	bool baseline_only, period, formula, quiet;
	/* sort by the column of the file with this number first; 0: the baseline */
	uint64_t order;
	const char *separator;
};

/* One of the files; its rows are in rp. */
struct diff_file {
	const char *path;
	struct rep_session s;
	struct report rp;
};

/* Print the comparison of an event. @event: its index in the first file. */
void diff_event(struct out *o, const struct diff_opts *opts, struct diff_file *files, uint32_t nr,
		uint32_t event);
