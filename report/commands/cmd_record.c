/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The command `pdata record`: executes the separate program pdata-record from pdata's own
 * directory or from PATH.
 */
#include "console/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* pdata-record is a separate program, because a target may need only that. */

#define RECORDER "pdata-record"

/* The path of the recorder installed in the directory of the running program. */
static int find_sibling_recorder(char *path, size_t len)
{
	ssize_t n = readlink("/proc/self/exe", path, len);
	char *slash;

	if (n <= 0 || (size_t)n >= len)
		return -1;
	path[n] = '\0';
	slash = strrchr(path, '/');
	if (!slash || (size_t)(slash + 1 - path) + sizeof(RECORDER) > len)
		return -1;
	memcpy(slash + 1, RECORDER, sizeof(RECORDER));
	return 0;
}

static int record_run(int argc, char **argv)
{
	char path[4096], name[] = RECORDER;

	(void)argc;
	argv[0] = name;
	fflush(stdout);
	if (!find_sibling_recorder(path, sizeof(path)))
		execv(path, argv);
	execvp(RECORDER, argv);
	return rep_fail("record: cannot start %s: %s; install it beside pdata or in a directory of "
			"PATH",
			RECORDER, strerror(errno));
}

const struct rep_cmd cmd_record = {
	.name = "record",
	.help = "record a command or the system into a file",
	.usage = "[COMMAND [ARG]...]",
	.run = record_run,
};
