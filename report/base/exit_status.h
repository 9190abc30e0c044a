/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Exit status of every command. */
enum rep_exit {
	REP_OK = 0,   /* everything was read */
	REP_FAIL = 1, /* no answer: not perf.data, bad option, no permission */
	REP_PART = 2  /* answered in part: bytes skipped, file cut */
};
