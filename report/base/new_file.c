/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes a file under a temporary name, or without a name, and names it when it is complete. */
#include "base/new_file.h"

#include "base/memory.h"
#include "base/message.h"
#include "common/tmpfile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40 /* the kernel follows as many symbolic links of a path */

/* Return whether @errnum is not 0, after a message that it caused for the path of the output. */
static int output_failed(const struct new_file *f, int errnum)
{
	return errnum ? rep_error("%s: %s", f->path, strerror(errnum)) : 0;
}

/*
 * Replace the path @at by the path to which its last component leads, if that is a symbolic link.
 * Nothing has to exist there. Return: 0 or an errno.
 */
static int follow_links(char at[PATH_MAX])
{
	char to[PATH_MAX];

	for (unsigned i = 0; i < LINKS_MAX; i++) {
		const ssize_t len = readlink(at, to, sizeof(to));
		const char *slash = strrchr(at, '/');
		size_t dir = slash ? (size_t)(slash - at) + 1 : 0;

		if (len < 0)
			return errno == EINVAL || errno == ENOENT ? 0 : errno;
		if (len && to[0] == '/')
			dir = 0;
		if ((size_t)len >= PATH_MAX - dir)
			return ENAMETOOLONG;
		memcpy(at + dir, to, (size_t)len);
		at[dir + (size_t)len] = '\0';
	}
	return ELOOP;
}

/* Set the target if there is no file yet: the path itself, or the path to which its link leads. */
static int find_missing_target(struct new_file *f)
{
	char at[PATH_MAX];
	const size_t len = strlen(f->path);

	if (len >= sizeof(at))
		return output_failed(f, ENAMETOOLONG);
	memcpy(at, f->path, len + 1);
	if (output_failed(f, follow_links(at)))
		return -1;
	f->target = mem_strdup(at);
	return output_failed(f, f->target ? 0 : ENOMEM);
}

/*
 * Set the target to the path of the regular file to which the path of the output leads. The target
 * stays NULL if that file was deleted and is reached by its descriptor (/proc/self/fd/1).
 */
static int find_existing_target(struct new_file *f, const struct stat *st)
{
	char *real = realpath(f->path, NULL);
	struct stat named;

	if (!real)
		return output_failed(f, errno == ENOENT ? 0 : errno);
	if (!stat(real, &named) && named.st_dev == st->st_dev && named.st_ino == st->st_ino)
		f->target = real;
	else
		free(real);
	return 0;
}

/* Open a file that cannot be replaced, such as a pipe, to write to it directly. */
static int open_in_place(struct new_file *f, mode_t mode)
{
	if (S_ISDIR(mode))
		return output_failed(f, EISDIR);
	if (f->kind == NEW_FILE_RECORDING)
		return rep_error("%s: a recording can be written only to a regular file that has a "
				 "name; name another file with -o",
				 f->path);
	if (S_ISBLK(mode) || S_ISSOCK(mode))
		return rep_error("%s: only a regular file, a pipe or a character device can be "
				 "written; -o - writes to standard output",
				 f->path);
	f->fd = open(f->path, O_WRONLY | O_TRUNC | O_NOCTTY | O_CLOEXEC);
	return output_failed(f, f->fd < 0 ? errno : 0);
}

int new_file_open(struct new_file *f, const char *path, enum new_file_kind kind)
{
	struct stat st = { .st_mode = 0 };
	int rc;

	*f = (struct new_file){ .fd = STDOUT_FILENO, .path = path, .kind = kind };
	if (!strcmp(path, "-"))
		return 0;
	f->fd = -1;
	if (!stat(path, &st))
		rc = S_ISREG(st.st_mode) ? find_existing_target(f, &st) : 0;
	else
		rc = errno == ENOENT ? find_missing_target(f) : output_failed(f, errno);
	if (rc)
		return -1;
	if (!f->target)
		return open_in_place(f, st.st_mode);
	f->fd = pd_tmpfile_open(f->target, &f->part);
	if (f->fd >= 0)
		return 0;
	rc = errno;
	free(f->target);
	f->target = NULL;
	/* The user may be able to write the file, but not to make one beside it. */
	if (kind == NEW_FILE_STREAM && st.st_mode && (rc == EACCES || rc == EPERM || rc == EROFS))
		return open_in_place(f, st.st_mode);
	return output_failed(f, rc);
}

bool new_file_is_input(const char *output, const char *input)
{
	struct stat x, y;

	return strcmp(output, "-") && strcmp(input, "-") && !stat(output, &x) && !stat(input, &y) &&
	       x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int new_file_check_input(const char *output, const char *input)
{
	return new_file_is_input(output, input) ? rep_error("%s: this is the recording that is "
							    "read, so it was not "
							    "replaced; name another file with -o",
							    output)
						: 0;
}

/* Set the mode of a new file: only the owner may read a recording, as with perf. */
static void set_new_mode(const struct new_file *f)
{
	const mode_t mask = umask(0);

	umask(mask);
	fchmod(f->fd, (f->kind == NEW_FILE_RECORDING ? 0600 : 0666) & ~mask);
}

/*
 * Set the owner, group and mode of the file that is replaced. If the user may not set the group,
 * the user's own group gets the permissions of others only.
 */
static void keep_owner_and_mode(const struct new_file *f, const struct stat *st)
{
	mode_t mode = st->st_mode & 0777;

	if (fchown(f->fd, st->st_uid, st->st_gid) && fchown(f->fd, (uid_t)-1, st->st_gid))
		mode = (mode & 0707) | (mode & 0007) << 3;
	fchmod(f->fd, mode);
}

/* Write the content over a file that cannot be replaced, because it is a mount point. */
static int overwrite_target(const struct new_file *f)
{
	const int fd = open(f->target, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : 1;
	off_t at = 0;
	int err;

	while (n > 0)
		n = sendfile(fd, f->fd, &at, 1 << 30);
	err = n < 0 ? errno : 0;
	if (fd >= 0 && close(fd) && !err)
		err = errno;
	return output_failed(f, err);
}

int new_file_commit(struct new_file *f)
{
	struct stat st;

	if (!f->target)
		return 0;
	if (pd_tmpfile_name(f->fd, f->target, &f->part))
		return output_failed(f, errno);
	if (stat(f->target, &st))
		set_new_mode(f);
	else
		keep_owner_and_mode(f, &st);
	if (rename(f->part, f->target)) {
		if (errno != EBUSY)
			return output_failed(f, errno);
		return overwrite_target(f);
	}
	free(f->part);
	f->part = NULL;
	return 0;
}

void new_file_drop(struct new_file *f)
{
	if (f->fd > STDERR_FILENO)
		close(f->fd);
	if (f->part)
		unlink(f->part);
	free(f->part);
	free(f->target);
	*f = (struct new_file){ .fd = -1 };
}
