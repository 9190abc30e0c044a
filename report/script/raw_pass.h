/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * --dump-raw-trace of commands whose answer is no list of samples: all records, and how many there
 * are.
 */

#include "profile/filter/sample_filter.h"
#include "script/raw_dump.h"

struct raw_pass {
	struct rep_session *s; /* with tasks and symbols, or without places */
	struct out *o;
	enum raw_tool tool;
	bool unsorted;
	bool places;			  /* samples have the lines of raw_dump_location() */
	struct script_filter_opts filter; /* which of them */
	struct stats *stats;		  /* counts all records; or NULL */
};

/* Reads the file anew. Return: enum rep_exit. */
int raw_pass_run(const struct raw_pass *p);
