/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Adds a trailer with a new index and further blocks to a recording, through an atomic file; the
 * other blocks of an old trailer are kept.
 */
#include "files/add_trailer.h"

#include "base/atomic_file.h"
#include "console/command.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Keep the modification time: it is the time of the recording, which headers show, and with which
 * changed files are recognized.
 */
static void keep_file_time(const struct atomic_file *r)
{
	struct stat st;

	if (!fstat(r->old, &st))
		futimens(r->fd, (struct timespec[2]){ { .tv_nsec = UTIME_OMIT }, st.st_mtim });
}

/*
 * Add a trailer to @file and replace it. @file is @path itself, or the first file of the directory
 * @dirfd.
 */
static int change(const char *path, const char *file, int dirfd, const struct pdata_block_in *more,
		  uint32_t nr)
{
	struct pdata_error err;
	struct atomic_file r;
	char why[512];
	int ret = atomic_file_begin(&r, file);

	if (!ret) {
		ret = dirfd < 0 ? pdata_index_write(r.fd, NULL, 1, more, nr, &err)
				: pdata_index_write_dir(dirfd, r.fd, NULL, 0, 1, more, nr, &err);
		if (ret) {
			pdata_error_format(&err, why, sizeof(why));
			rep_err("%s: %s", path, why);
		}
	}
	if (!ret) {
		keep_file_time(&r);
		ret = atomic_file_commit(&r);
	}
	atomic_file_end(&r);
	return ret ? -1 : 0;
}

/* The caller frees the result: the path of the first file of the directory recording @path. */
static char *first_file(const char *path)
{
	const size_t room = strlen(path) + sizeof("/data");
	char *file = rep_alloc(1, room);

	snprintf(file, room, "%s/data", path);
	return file;
}

int add_trailer_check(const char *path)
{
	struct stat st;
	char *file;
	int ret;

	if (stat(path, &st) || !S_ISDIR(st.st_mode))
		return atomic_file_check(path);
	file = first_file(path);
	ret = atomic_file_check(file);
	free(file);
	return ret;
}

int add_trailer(const char *path, const struct pdata_block_in *more, uint32_t nr)
{
	const int dirfd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char *file;
	int ret;

	if (dirfd < 0 && !strcmp(path, "-"))
		return rep_error("-: an index cannot be added to standard input: name a file");
	if (dirfd < 0)
		return change(path, path, -1, more, nr);
	file = first_file(path);
	ret = change(path, file, dirfd, more, nr);
	free(file);
	close(dirfd);
	return ret;
}
