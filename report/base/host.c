/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts the CPUs that may be used, and checks directories that options name. */
#include "base/host.h"

#include "base/message.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void rep_check_dir(const char *option, const char *dir)
{
	struct stat st;
	const int e = stat(dir, &st) ? errno : S_ISDIR(st.st_mode) ? 0 : ENOTDIR;

	if (e)
		rep_err("%s %s: %s: no symbols are read from this directory", option, dir,
			strerror(e));
}

uint32_t rep_nr_cpus(void)
{
	long online = sysconf(_SC_NPROCESSORS_ONLN);
	cpu_set_t set;
	int nr = 0;

	/* The call fails on machines with more CPUs than the set has room for. */
	if (!sched_getaffinity(0, sizeof(set), &set))
		nr = CPU_COUNT(&set);
	if (nr > 0)
		return (uint32_t)nr;
	return online > 0 ? (uint32_t)online : 1;
}
