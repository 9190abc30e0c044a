/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/tmpfile.h"

#include "base/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FDS "/proc/self/fd" /* by which files without names get one */

static int pd_tmpfile_linkable(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir;
	int fd;

	if (access(FDS, X_OK))
		return -1;
	dir = slash ? rep_strdup(path) : NULL;
	if (dir)
		dir[slash == path ? 1 : slash - path] = 0;
	fd = open(dir ? dir : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	free(dir);
	return fd;
}

/* Beside the file, .FILE and @tail: what a directory has besides that is none of its recordings. */
static char *hidden_name_in_dir(const char *path, const char *tail)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const size_t room = strlen(path) + strlen(tail) + 2;
	char *name = rep_alloc(1, room);

	snprintf(name, room, "%.*s.%s%s", (int)(base - path), path, base, tail);
	return name;
}

int pd_tmpfile_open(const char *path, char **name)
{
	int fd = pd_tmpfile_linkable(path), e;

	*name = NULL;
	if (fd >= 0)
		return fd;
	*name = hidden_name_in_dir(path, ".XXXXXX");
	fd = mkostemp(*name, O_CLOEXEC);
	if (fd >= 0)
		return fd;
	e = errno;
	free(*name);
	*name = NULL;
	errno = e;
	return -1;
}

int pd_tmpfile_name(int fd, const char *path, char **name)
{
	char proc[sizeof(FDS) + 16], tail[16];
	int e = 0;

	if (*name)
		return 0;
	snprintf(proc, sizeof(proc), FDS "/%d", fd);
	for (unsigned i = 0; i < 100; i++) {
		snprintf(tail, sizeof(tail), ".%u", ((unsigned)getpid() * 100 + i) % 100000000);
		*name = hidden_name_in_dir(path, tail);
		if (!linkat(AT_FDCWD, proc, AT_FDCWD, *name, AT_SYMLINK_FOLLOW))
			return 0;
		e = errno;
		free(*name);
		*name = NULL;
		if (e != EEXIST)
			break;
	}
	errno = e;
	return -1;
}
