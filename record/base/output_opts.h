/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options for the output files of a recording. */

#include <stdbool.h>
#include <stdint.h>

/* --switch-output: the conditions for ending the current file and beginning the next file. */
struct rec_switch_opts {
	bool enabled, by_signal;
	/*
	 * @bytes: size at which a file ends; @ns: time in ns after which a file ends. If a member
	 * is 0, it sets no limit.
	 */
	uint64_t bytes, ns;
	uint32_t max_files; /* --switch-max-files: number of latest files to keep; 0: all */
};

/* The values of --bundle. */
enum rec_bundle_mode {
	/*
	 * option not given: store the symbols of the functions that samples hit, as many as can be
	 * collected in a short time; with --switch-output, store no symbols
	 */
	REC_BUNDLE_AUTO = 0,
	REC_BUNDLE_NO,
	REC_BUNDLE_HIT,
	REC_BUNDLE_FULL,
	REC_BUNDLE_DEBUG,
	/*
	 * --bundle without argument; rec_opts_parse() replaces it by REC_BUNDLE_HIT or, with
	 * --call-graph dwarf, by REC_BUNDLE_DEBUG
	 */
	REC_BUNDLE_ASKED
};

struct rec_output_opts {
	const char *output; /* -o; NULL: standard output if it is a pipe, else perf.data */
	/*
	 * the output has pipe format; it goes to standard output or, if @discard is set, to the
	 * device /dev/null
	 */
	bool pipe;
	bool discard; /* -o is the device /dev/null */
	bool no_index;
	bool kcore; /* --kcore: write a directory with a copy of the kernel's code */
	/* --timestamp-filename: append to the name of each file the time at which it ends */
	bool stamp;
	uint32_t bundle;	 /* --bundle: enum rec_bundle_mode */
	uint32_t compress_level; /* -z; 0: no compression */
	struct rec_switch_opts sw;
};
