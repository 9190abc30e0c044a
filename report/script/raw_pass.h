/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* --dump-raw-trace of report, annotate and diff: prints all records of a file and counts them. */

#include "profile/filter/sample_filter.h"
#include "script/raw_dump.h"

struct raw_pass {
	/*
	 * session of an open file. If @locations is set, the caller has loaded the tasks and the
	 * symbols of the session before.
	 */
	struct rep_session *s;
	struct out *o;
	enum raw_tool tool;
	bool unsorted;
	bool locations; /* call raw_dump_location() after each sample that @filter selects */
	/*
	 * Options that select the samples whose thread and object are printed. Used only if
	 * @locations is set.
	 */
	struct script_filter_opts filter;
	struct stats *stats; /* counts all records; NULL: records are not counted */
};

/* Rewind the file of @p->s, then print and count all its records. Return: enum rep_exit. */
int raw_pass_run(const struct raw_pass *p);
