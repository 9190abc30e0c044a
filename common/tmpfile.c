/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Makes temporary files without a name, and files that get their name only when they are complete
 * (O_TMPFILE and linkat(2)). If the file system lacks O_TMPFILE, such a file has a hidden name.
 */
#include "common/tmpfile.h"

#include "common/heap.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FDS "/proc/self/fd" /* linkat(2) names a nameless file by its path here */

/* Store the directory of @path in @dir. Return: 0 or -1. */
static int tmpfile_dir(const char *path, char dir[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	const size_t len = !slash ? 0 : slash == path ? 1 : (size_t)(slash - path);

	if (len >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(dir, len ? path : ".", len ? len : 1);
	dir[len ? len : 1] = '\0';
	return 0;
}

static int open_nameless(const char *dir)
{
	return open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int pd_tmpfile_in(const char *dir)
{
	char path[PATH_MAX];
	int fd = open_nameless(dir), n;

	if (fd >= 0)
		return fd;
	n = snprintf(path, sizeof(path), "%s/.pdata-XXXXXX", dir);
	if (n < 0 || (size_t)n >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	return fd;
}

int pd_tmpfile(void)
{
	const char *dir = secure_getenv("TMPDIR");

	return pd_tmpfile_in(dir && *dir ? dir : "/tmp");
}

int pd_tmpfile_next_to(const char *path)
{
	char dir[PATH_MAX];

	return tmpfile_dir(path, dir) ? -1 : pd_tmpfile_in(dir);
}

int pd_tmpfile_linkable(const char *path)
{
	char dir[PATH_MAX];

	return access(FDS, X_OK) || tmpfile_dir(path, dir) ? -1 : open_nameless(dir);
}

int pd_tmpfile_link(int fd, const char *path)
{
	char proc[sizeof(FDS) + 16];

	snprintf(proc, sizeof(proc), FDS "/%d", fd);
	return linkat(AT_FDCWD, proc, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

/*
 * Return the path of .FILE and @tail in the directory of @path. Files with a leading dot are not
 * taken for recordings of that directory. Free it with pd_free().
 */
static char *hidden_name_in_dir(const char *path, const char *tail)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const size_t room = strlen(path) + strlen(tail) + 2;
	char *name = pd_malloc(room);

	if (name)
		snprintf(name, room, "%.*s.%s%s", (int)(base - path), path, base, tail);
	else
		errno = ENOMEM;
	return name;
}

/* Free *@name, which no file has got, and set it to NULL. Return: -1; errno does not change. */
static int drop_name(char **name)
{
	const int e = errno;

	pd_free(*name);
	*name = NULL;
	errno = e;
	return -1;
}

int pd_tmpfile_open(const char *path, char **name)
{
	int fd = pd_tmpfile_linkable(path);

	*name = NULL;
	if (fd >= 0)
		return fd;
	*name = hidden_name_in_dir(path, ".XXXXXX");
	fd = *name ? mkostemp(*name, O_CLOEXEC) : -1;
	return fd >= 0 ? fd : drop_name(name);
}

int pd_tmpfile_name(int fd, const char *path, char **name)
{
	char tail[16];

	if (*name)
		return 0;
	for (unsigned i = 0; i < 100; i++) {
		snprintf(tail, sizeof(tail), ".%u", ((unsigned)getpid() * 100 + i) % 100000000);
		*name = hidden_name_in_dir(path, tail);
		if (*name && !pd_tmpfile_link(fd, *name))
			return 0;
		drop_name(name);
		if (errno != EEXIST)
			break;
	}
	return -1;
}
