/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Changes a file through a copy, which is renamed over the file only when it is complete. A lease
 * tells whether another process still writes the original.
 */
#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/message.h"
#include "common/tmpfile.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES ((size_t)1 << 20)

static int replace_error(const struct atomic_file *r, const char *what)
{
	return rep_error("%s: %s: %s", r->said, what, strerror(errno));
}

/* Copy by read and write if the kernel cannot copy by itself. */
static int copy_by_hand(const struct atomic_file *r, off_t at, off_t end)
{
	char *buf = mem_alloc(1, COPY_BYTES);
	ssize_t n = 0;

	if (!buf)
		return replace_error(r, "copy");
	while (at < end) {
		const size_t want = end - at < (off_t)COPY_BYTES ? (size_t)(end - at) : COPY_BYTES;
		ssize_t done = 0, w = 0;

		n = pread(r->old, buf, want, at);
		if (n < 0 && errno == EINTR)
			continue;
		while (n > 0 && done < n &&
		       (w = pwrite(r->fd, buf + done, (size_t)(n - done), at + done)) >= 0)
			done += w;
		if (n <= 0 || w < 0)
			break;
		at += n;
	}
	free(buf);
	return at < end && n ? replace_error(r, "copy") : 0;
}

static int copy_range(const struct atomic_file *r, off_t at, off_t end)
{
	ssize_t n = 0;

	while (at < end) {
		const size_t most = (size_t)1 << 30;
		const size_t want = (size_t)(end - at) < most ? (size_t)(end - at) : most;
		off_t to = at;

		n = copy_file_range(r->old, &at, r->fd, &to, want, 0);
		if (n <= 0)
			break;
	}
	if (n < 0 && errno != EINVAL && errno != ENOSYS && errno != EXDEV && errno != EOPNOTSUPP &&
	    errno != EBADF)
		return replace_error(r, "copy");
	return n < 0 ? copy_by_hand(r, at, end) : 0;
}

/* Copy the file; holes of a sparse file stay holes. */
static int copy_old_file(const struct atomic_file *r, off_t size)
{
	off_t at = 0;

	if (!ioctl(r->fd, FICLONE, r->old))
		return 0;
	if (ftruncate(r->fd, size))
		return replace_error(r, "copy");
	while (at < size) {
		const off_t data = lseek(r->old, at, SEEK_DATA);
		off_t hole;

		if (data < 0 && errno == ENXIO)
			return 0;
		at = data < 0 ? at : data;
		hole = data < 0 ? -1 : lseek(r->old, at, SEEK_HOLE);
		if (copy_range(r, at, hole < 0 ? size : hole))
			return -1;
		at = hole < 0 ? size : hole;
	}
	return 0;
}

static int open_copy(struct atomic_file *r, const struct stat *st)
{
	r->fd = pd_tmpfile_open(r->path, &r->name);
	if (r->fd < 0)
		return replace_error(r, "cannot make a temporary file in the directory of the "
					"output file");
	if (fchown(r->fd, st->st_uid, st->st_gid) && st->st_uid != geteuid())
		return replace_error(r, "fchown");
	return fchmod(r->fd, st->st_mode & 07777) ? replace_error(r, "fchmod") : 0;
}

/* Whether the file is open for writing somewhere: the kernel then refuses a lease for reading. */
static bool is_written(int fd)
{
	if (!fcntl(fd, F_SETLEASE, F_RDLCK)) {
		fcntl(fd, F_SETLEASE, F_UNLCK);
		return false;
	}
	return errno == EAGAIN;
}

int atomic_file_check(const char *path)
{
	struct stat st;

	if (stat(path, &st) || S_ISREG(st.st_mode))
		return 0;
	return rep_error("%s: only a regular file can be changed%s", path,
			 S_ISDIR(st.st_mode) ? "; this is a directory" : "");
}

int atomic_file_begin(struct atomic_file *r, const char *path)
{
	struct stat st;

	*r = (struct atomic_file){ .said = path, .old = -1, .fd = -1 };
	if (atomic_file_check(path))
		return -1;
	r->path = realpath(path, NULL);
	r->old = r->path ? open(r->path, O_RDONLY | O_CLOEXEC) : -1;
	if (r->old < 0 || fstat(r->old, &st))
		return rep_error("%s: %s", path, strerror(errno));
	if (is_written(r->old))
		return rep_error("%s: another program is still writing this file, so it was not "
				 "changed",
				 path);
	return open_copy(r, &st) || copy_old_file(r, st.st_size) ? -1 : 0;
}

int atomic_file_commit(struct atomic_file *r)
{
	if (fdatasync(r->fd))
		return replace_error(r, "fdatasync");
	if (is_written(r->old))
		return rep_error("%s: another program is still writing this file, so it was not "
				 "changed",
				 r->said);
	if (pd_tmpfile_name(r->fd, r->path, &r->name))
		return replace_error(r, "link");
	/*
	 * Close the copy before it gets the file's name: another change of the file may begin at
	 * once, and is refused while the file is open for writing.
	 */
	if (close(r->fd)) {
		r->fd = -1;
		return replace_error(r, "close");
	}
	r->fd = -1;
	if (rename(r->name, r->path))
		return replace_error(r, "rename");
	free(r->name);
	r->name = NULL;
	return 0;
}

void atomic_file_end(struct atomic_file *r)
{
	if (r->name)
		unlink(r->name);
	if (r->fd >= 0)
		close(r->fd);
	if (r->old >= 0)
		close(r->old);
	free(r->name);
	free(r->path);
}
