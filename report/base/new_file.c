/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes a file under a temporary name, or without a name, and names it when it is complete. */
#include "base/new_file.h"

#include "base/memory.h"
#include "base/message.h"
#include "common/tmpfile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The path of the output: symbolic links are kept, the file to which they lead is replaced.
 * Return: NULL after a message.
 */
static char *target_of(const char *path)
{
	char *real = realpath(path, NULL);
	struct stat st = { .st_mode = 0 };

	if (!real) {
		real = mem_strdup(path);
		if (!real)
			rep_err("out of memory");
		return real;
	}
	if (!stat(real, &st) && S_ISREG(st.st_mode))
		return real;
	if (S_ISDIR(st.st_mode))
		rep_err("%s: %s", path, strerror(EISDIR));
	else
		rep_err("%s: not a regular file", path);
	free(real);
	return NULL;
}

int new_file_open(struct new_file *f, const char *path)
{
	*f = (struct new_file){ .fd = STDOUT_FILENO, .path = path };
	if (!strcmp(path, "-"))
		return 0;
	f->target = target_of(path);
	f->fd = f->target ? pd_tmpfile_open(f->target, &f->part) : -1;
	if (f->fd >= 0)
		return 0;
	if (f->target)
		rep_err("%s: %s", path, strerror(errno));
	free(f->target);
	f->target = NULL;
	return -1;
}

/* Set the mode that a file made by open(2) has. */
static void open_to_others(int fd)
{
	const mode_t mask = umask(0);

	umask(mask);
	fchmod(fd, 0666 & ~mask);
}

int new_file_commit(struct new_file *f)
{
	if (!f->target)
		return 0;
	open_to_others(f->fd);
	if (pd_tmpfile_name(f->fd, f->target, &f->part) || rename(f->part, f->target))
		return rep_error("%s: %s", f->path, strerror(errno));
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
