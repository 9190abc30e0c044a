/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Exit status of every command. */
enum rep_exit {
	REP_OK = 0,   /* the input was read completely */
	REP_FAIL = 1, /* no result: not perf.data, bad option, no permission */
	REP_PART = 2  /* incomplete result: bytes were skipped, or the file is truncated */
};
