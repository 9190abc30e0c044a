/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for the files that are written. */

#include <stdbool.h>
#include <stdint.h>

/* --switch-output: the conditions on which a file ends and the next one begins. */
struct rec_switch_opts {
	bool enabled, by_signal;
	uint64_t bytes, ns; /* a file ends at this size or after this time; 0: no limit */
	uint32_t max_files; /* keep the latest files only; 0: keep all */
};

/* The values of --bundle. */
enum rec_bundle_mode {
	/* option not given: store the names of hit functions if that is quick */
	REC_BUNDLE_AUTO = 0,
	REC_BUNDLE_NO,
	REC_BUNDLE_HIT,
	REC_BUNDLE_FULL,
	REC_BUNDLE_DEBUG,
	REC_BUNDLE_ASKED /* --bundle without a word: becomes another mode after option parsing */
};

struct rec_output_opts {
	const char *output; /* -o; NULL: perf.data, or standard output if that is a pipe */
	bool pipe;
	bool no_index;
	bool kcore; /* --kcore: copy the kernel's code into the directory */
	/* --timestamp-filename: append to the file's name the time at which the file ends */
	bool stamp;
	uint32_t bundle;	 /* --bundle: enum rec_bundle_mode */
	uint32_t compress_level; /* -z; 0: no compression */
	struct rec_switch_opts sw;
};
