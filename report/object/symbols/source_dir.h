/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads source files below one directory. Names in debugging information may be chosen by a
 * stranger, so a file is read only if it is a regular one of at most SOURCES_FILE_MAX bytes, and
 * its path, after links are followed, is below the directory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SOURCES_FILE_MAX (8u << 20)

struct sources_dir {
	char *path; /* without links; "" for the root directory */
	int fd;
};

struct sources_file {
	char *text; /* len bytes, for free() */
	size_t len;
	char *path;    /* below the directory, for free() */
	int64_t mtime; /* seconds since 1970 */
};

/* Return: 0, or a negative errno. Unless it is 0, there is nothing to close. */
int sources_dir_open(struct sources_dir *d, const char *path);
void sources_dir_close(struct sources_dir *d);

/*
 * Read the source file @path, which is absolute or relative to @cwd, the directory of the
 * compiler, which may be NULL. A file that is elsewhere is looked for below @d: by its path
 * relative to @cwd, then by ever fewer of the last components of its path, but at least two.
 * Return: 1: it is in @out; 0: there is none; -ENOMEM.
 */
int sources_dir_read(const struct sources_dir *d, const char *cwd, const char *path,
		     struct sources_file *out);
