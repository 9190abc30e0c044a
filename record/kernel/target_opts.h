/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options that select the tasks, CPUs and cgroups to record. */

#include <stdbool.h>
#include <stdint.h>

struct rec_target_opts {
	bool system_wide;    /* -a */
	bool per_thread;     /* --per-thread: a ring per thread, not per CPU */
	bool no_inherit;     /* do not record child tasks */
	bool no_inherit_set; /* the user gave -i, --no-inherit or its negation */
	const char *cpu_list, *pid_list, *tid_list;
	const char *user;	/* -u: name or id of a user */
	const char *cgroups_of; /* -G: list of cgroups; NULL: not given */
	/*
	 * If the first -G has only one name: number of events that get this cgroup, which are the
	 * events before this -G, or all events (UINT32_MAX) if no event is before it. An event for
	 * which @cgroups_of has a further name gets that cgroup instead. 0: the first -G has
	 * several names.
	 */
	uint32_t nr_of_one_cgroup;
	int argc; /* number of words of the command to record; 0: none */
	char **argv;
};
