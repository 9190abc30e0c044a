/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies an input that cannot be read twice, such as a pipe, to a temporary file without a name;
 * stops early if the input does not begin like a recording.
 */
#include "base/pipe_copy.h"

#include "base/context.h"
#include "common/tmpfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK (256u << 10)
#define MAGIC 8u

bool pipe_copy_needed(const char *path)
{
	struct stat st;

	if (!strcmp(path, "-"))
		return true;
	return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

/* Prefer a file on disk, because the input may be larger than memory. */
static int open_stdin_tmpfile(void)
{
	const int fd = pd_tmpfile();

	return fd >= 0 ? fd : memfd_create("pdata", MFD_CLOEXEC);
}

static int write_tmpfile_bytes(int fd, const char *buf, size_t len)
{
	while (len) {
		ssize_t n = write(fd, buf, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		buf += n;
		len -= (size_t)n;
	}
	return 0;
}

static ssize_t read_some(int fd, char *buf, size_t len)
{
	ssize_t n;

	do
		n = read(fd, buf, len);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static bool is_perf_data(const char *buf, size_t len)
{
	return len >= MAGIC &&
	       (!memcmp(buf, "PERFILE2", MAGIC) || !memcmp(buf, "2ELIFREP", MAGIC) ||
		!memcmp(buf, "PERFFILE", MAGIC) || !memcmp(buf, "ELIFFREP", MAGIC) ||
		!memcmp(buf, "\x1f\x8b\x08", 3) || !memcmp(buf, "\x28\xb5\x2f\xfd", 4));
}

/*
 * Copy @from to @to, and stop reading after @max bytes. Unless @known, an input that begins
 * neither like perf.data nor like a compressed file is not copied further, so that endless inputs
 * like /dev/zero end.
 */
static int copy_to_tmpfile(int from, int to, bool known, uint64_t max)
{
	char *buf = malloc(CHUNK);
	size_t have = 0;
	ssize_t n;

	if (!buf)
		return -ENOMEM;
	while ((n = read_some(from, buf + have, CHUNK - have)) > 0) {
		have += (size_t)n;
		known = known || is_perf_data(buf, have);
		if (!known && have < MAGIC)
			continue;
		n = write_tmpfile_bytes(to, buf, have);
		max -= have < max ? have : max;
		have = 0;
		if (n < 0 || !known || !max)
			break;
	}
	if (n == 0 && have)
		n = write_tmpfile_bytes(to, buf, have);
	free(buf);
	return n < 0 ? (int)n : 0;
}

/*
 * Give the copy the modification time of the input if that is a file, because the header of a
 * recording shows this time as the time of the recording.
 */
static void copy_file_time(int from, int to)
{
	struct stat st;

	if (!fstat(from, &st) && S_ISREG(st.st_mode))
		futimens(to, (struct timespec[2]){ { .tv_nsec = UTIME_OMIT }, st.st_mtim });
}

static int copy_input(const char *path, bool known, uint64_t max)
{
	bool std = !strcmp(path, "-");
	int from = std ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), to, rc;

	if (from < 0)
		return -errno;
	to = open_stdin_tmpfile();
	if (to < 0) {
		rc = -errno;
	} else {
		rc = copy_to_tmpfile(from, to, known, max);
		copy_file_time(from, to);
		if (rc == 0 && lseek(to, 0, SEEK_SET) < 0)
			rc = -errno;
	}
	if (!std)
		close(from);
	if (rc == 0)
		return to;
	if (to >= 0)
		close(to);
	return rc;
}

int pipe_copy_open(const char *path)
{
	return copy_input(path, false, UINT64_MAX);
}

const char *pipe_copy_of(const char *path, uint64_t max)
{
	struct rep_context *c = rep_context_get();
	struct stat st;
	int fd;

	if (c->pipe_path && !strcmp(c->pipe_path, path))
		return c->copy_path;
	if (c->pipe_path || stat(path, &st) || !S_ISFIFO(st.st_mode))
		return path;
	fd = copy_input(path, true, max);
	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	c->pipe_path = strdup(path);
	if (!c->pipe_path) {
		close(fd);
		errno = ENOMEM;
		return NULL;
	}
	c->copy_fd = fd;
	snprintf(c->copy_path, sizeof(c->copy_path), "/proc/self/fd/%d", fd);
	return c->copy_path;
}
