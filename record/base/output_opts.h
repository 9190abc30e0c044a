/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options about the files that are written. */

#include <stdbool.h>
#include <stdint.h>

/* When a file ends and the next one begins. */
struct rec_switch_opts {
	bool enabled, by_signal;
	uint64_t bytes, ns; /* 0: not by size, not by time */
	uint32_t max_files; /* 0: all are kept */
};

/* What --bundle says. */
enum rec_bundle_mode {
	REC_BUNDLE_AUTO = 0, /* names of what was hit, as far as that is quick */
	REC_BUNDLE_NO,
	REC_BUNDLE_HIT,
	REC_BUNDLE_FULL,
	REC_BUNDLE_DEBUG,
	REC_BUNDLE_ASKED /* without saying how: until all options are known */
};

struct rec_output_opts {
	const char *output; /* NULL: perf.data, or standard output when that is a pipe */
	bool pipe;
	bool no_index;
	bool kcore;		 /* the kernel's code goes with it */
	bool stamp;		 /* the file gets the time of its end behind its name */
	uint32_t bundle;	 /* --bundle: enum rec_bundle_mode */
	uint32_t compress_level; /* -z; 0: not */
	struct rec_switch_opts sw;
};
