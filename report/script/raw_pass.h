/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --dump-raw-trace of commands that print no list of samples: prints all records, and counts them.
 */

#include "profile/filter/sample_filter.h"
#include "script/raw_dump.h"

struct raw_pass {
	struct rep_session *s; /* has tasks and symbols if places is set */
	struct out *o;
	enum raw_tool tool;
	bool unsorted;
	bool places; /* print raw_dump_location() for samples */
	/* selects the samples for which raw_dump_location() is called */
	struct script_filter_opts filter;
	struct stats *stats; /* counts all records; may be NULL */
};

/* Read the file from its beginning. Return: enum rep_exit. */
int raw_pass_run(const struct raw_pass *p);
