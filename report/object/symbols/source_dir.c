/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds and reads source files below one directory, which no name and no link leads out of. */
#include "object/symbols/source_dir.h"

#include "base/memory.h"
#include "object/elf/symbol_sources.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_COMPONENTS 64

int sources_dir_open(struct sources_dir *d, const char *path)
{
	char real[PATH_MAX];

	*d = (struct sources_dir){ .fd = -1 };
	errno = 0;
	if (!mem_check_errno(realpath(path, real)))
		return -errno;
	d->fd = open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->fd < 0)
		return -errno;
	d->path = mem_strdup(real[1] ? real : "");
	if (d->path)
		return 0;
	close(d->fd);
	return -ENOMEM;
}

void sources_dir_close(struct sources_dir *d)
{
	close(d->fd);
	free(d->path);
}

/* Return: the part of @real, a path without links, that is below the directory; or NULL. */
static const char *path_below(const struct sources_dir *d, const char *real)
{
	const size_t n = strlen(d->path);

	return !strncmp(real, d->path, n) && real[n] == '/' && real[n + 1] ? real + n + 1 : NULL;
}

/*
 * Open @path below the directory. It had no links when it was resolved; each component is opened by
 * itself, so that a link that has been made since then is not followed.
 */
static int open_below(const struct sources_dir *d, const char *path)
{
	int fd = d->fd;

	for (;;) {
		const char *slash = strchr(path, '/');
		const size_t n = slash ? (size_t)(slash - path) : strlen(path);
		char name[NAME_MAX + 1];
		int next;

		if (n > NAME_MAX || (n == 2 && !memcmp(path, "..", 2))) {
			next = -1;
		} else {
			memcpy(name, path, n);
			name[n] = '\0';
			next = openat(fd, name,
				      O_NOFOLLOW | O_CLOEXEC |
					      (slash ? O_PATH | O_DIRECTORY
						     : O_RDONLY | O_NONBLOCK | O_NOCTTY));
		}
		if (fd != d->fd)
			close(fd);
		if (next < 0 || !slash)
			return next;
		fd = next;
		path = slash + 1;
	}
}

/* Return: 1, 0 or -ENOMEM, as sources_dir_read(). */
static int read_source(int fd, struct sources_file *out)
{
	struct stat st;
	size_t size;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size < 0 ||
	    st.st_size > SOURCES_FILE_MAX)
		return 0;
	size = (size_t)st.st_size;
	out->text = mem_alloc(size + 1, 1);
	if (!out->text)
		return -ENOMEM;
	while (out->len < size) {
		const ssize_t n = read(fd, out->text + out->len, size - out->len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		out->len += (size_t)n;
	}
	out->mtime = st.st_mtime;
	return 1;
}

/* Read @candidate if it is a file below the directory. Return: as sources_dir_read(). */
static int try_candidate(const struct sources_dir *d, const char *candidate,
			 struct sources_file *out)
{
	char real[PATH_MAX];
	const char *below;
	int fd, found;

	*out = (struct sources_file){ .text = NULL };
	errno = 0;
	if (!realpath(candidate, real))
		return errno == ENOMEM && !mem_check(false) ? -ENOMEM : 0;
	below = path_below(d, real);
	fd = below ? open_below(d, below) : -1;
	if (fd < 0)
		return 0;
	found = read_source(fd, out);
	close(fd);
	if (found <= 0)
		return found;
	out->path = mem_strdup(below);
	if (out->path)
		return 1;
	free(out->text);
	return -ENOMEM;
}

static int try_below(const struct sources_dir *d, const char *path, struct sources_file *out)
{
	char whole[SYM_PATH_MAX];

	return sym_join(whole, sizeof(whole), d->path[0] ? d->path : "/", path)
		       ? try_candidate(d, whole, out)
		       : 0;
}

/* Return: @path without @dir in front of it and slashes; NULL: it is not below @dir. */
static const char *relative_path(const char *dir, const char *path)
{
	const size_t n = dir ? strlen(dir) : 0;

	if (!n || strncmp(path, dir, n) || path[n] != '/')
		return NULL;
	path += n + strspn(path + n, "/");
	return path[0] ? path : NULL;
}

int sources_dir_read(const struct sources_dir *d, const char *cwd, const char *path,
		     struct sources_file *out)
{
	const char *relative = path[0] == '/' ? relative_path(cwd, path) : path;
	char whole[SYM_PATH_MAX];
	int found = 0;

	if (!path[0] || !sym_join(whole, sizeof(whole), path[0] == '/' ? NULL : cwd, path))
		return 0;
	if (whole[0] == '/')
		found = try_candidate(d, whole, out);
	if (!found && relative)
		found = try_below(d, relative, out);
	path = whole + strspn(whole, "/");
	for (unsigned i = 0; !found && strchr(path, '/') && i < MAX_COMPONENTS; i++) {
		found = try_below(d, path, out);
		path = strchr(path, '/');
		path += strspn(path, "/");
	}
	return found;
}
