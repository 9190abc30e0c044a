/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Options that select the tasks, CPUs and cgroups to record. */

#include <stdbool.h>

struct rec_target_opts {
	bool system_wide; /* -a */
	bool per_thread;  /* --per-thread: a ring for each thread, not for each CPU */
	bool no_inherit;  /* child tasks are not recorded */
	bool no_inherit_set;
	const char *cpu_list, *pid_list, *tid_list;
	const char *user;	/* -u */
	const char *cgroups_of; /* -G */
	int argc;		/* the command to run */
	char **argv;
};
