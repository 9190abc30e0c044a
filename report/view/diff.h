/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Rows of several reports side by side: the first is the baseline. */

#include "profile/model/report.h"

enum diff_compute { DIFF_DELTA, DIFF_DELTA_ABS, DIFF_RATIO, DIFF_WDIFF };

struct diff_opts {
	enum diff_compute compute;
	int64_t w1, w2; /* DIFF_WDIFF: weights of the baseline, of the other */
	bool baseline_only, period, formula, quiet;
	uint64_t order; /* sort by this file's column first; 0: by the baseline */
	const char *separator;
};

/* One file. rp has its rows. */
struct diff_file {
	const char *path;
	struct rep_session s;
	struct report rp;
};

/* Print the event of the first file that has index @event there. */
void diff_event(struct out *o, const struct diff_opts *opts, struct diff_file *files, uint32_t nr,
		uint32_t event);
