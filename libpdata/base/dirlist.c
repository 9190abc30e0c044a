/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists the names in a directory in numeric order (data.2 before data.10), tells which names are
 * files of a directory recording, and makes or removes the directory of a new recording.
 */
#include "base/dirlist.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pdata/pdata.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool pd_is_member_name(const char *name)
{
	return !strcmp(name, "data") || (!strncmp(name, "data.", 5) && name[5]);
}

static int by_version(const void *pa, const void *pb)
{
	const char *const *a = pa, *const *b = pb;

	return strverscmp(*a, *b);
}

static int dirlist_add(struct pd_dirlist *l, const char *name)
{
	const char *copy = pd_arena_str(&l->arena, name, strlen(name));

	if (!copy || pd_grow(&l->names, &l->cap, l->nr + 1, sizeof(*l->names)))
		return PDATA_E_NOMEM;
	l->names[l->nr++] = copy;
	return 0;
}

int pd_dirlist_read(struct pd_dirlist *l, int dirfd)
{
	int fd = openat(dirfd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret = 0, keep;
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *e;

	*l = (struct pd_dirlist){ 0 };
	if (!dir) {
		keep = errno;
		if (fd >= 0)
			close(fd);
		errno = keep;
		return PDATA_E_SYS;
	}
	while (errno = 0, !ret && (e = readdir(dir)))
		ret = dirlist_add(l, e->d_name);
	keep = errno;
	if (!ret && keep)
		ret = PDATA_E_SYS;
	closedir(dir);
	if (l->nr)
		qsort(l->names, l->nr, sizeof(*l->names), by_version);
	errno = keep;
	return ret;
}

void pd_dirlist_free(struct pd_dirlist *l)
{
	pd_free(l->names);
	pd_arena_free(&l->arena);
	*l = (struct pd_dirlist){ 0 };
}

void pd_dir_remove_files(int dirfd)
{
	const int keep = errno;
	struct pd_dirlist list;

	if (!pd_dirlist_read(&list, dirfd))
		for (size_t i = 0; i < list.nr; i++)
			unlinkat(dirfd, list.names[i], 0);
	pd_dirlist_free(&list);
	errno = keep;
}

static int check_is_empty(int dirfd)
{
	struct pd_dirlist list;
	int ret = pd_dirlist_read(&list, dirfd), keep = errno;

	for (size_t i = 0; i < list.nr && !ret; i++)
		if (strcmp(list.names[i], ".") && strcmp(list.names[i], "..")) {
			keep = ENOTEMPTY;
			ret = PDATA_E_SYS;
		}
	pd_dirlist_free(&list);
	errno = keep;
	return ret;
}

int pd_new_dir_open(struct pd_new_dir *d, const char *path)
{
	int ret;

	*d = (struct pd_new_dir){ .fd = -1, .made = !mkdir(path, 0700) };
	if (!d->made && errno != EEXIST)
		return PDATA_E_SYS;
	d->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->fd < 0)
		return PDATA_E_SYS;
	ret = check_is_empty(d->fd);
	if (ret)
		pd_new_dir_close(d, path, false);
	return ret;
}

void pd_new_dir_close(struct pd_new_dir *d, const char *path, bool failed)
{
	const int keep = errno;

	if (d->fd < 0)
		return;
	if (failed)
		pd_dir_remove_files(d->fd);
	close(d->fd);
	d->fd = -1;
	if (failed && d->made)
		rmdir(path);
	errno = keep;
}
