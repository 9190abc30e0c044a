/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads source files below one directory only. Paths in debugging information may come from an
 * untrusted recording or program. A file is read only if it is a regular file of at most
 * SOURCES_FILE_MAX bytes, and if its path, after following symbolic links, is below the directory.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SOURCES_FILE_MAX (8u << 20)

struct sources_dir {
	char *path; /* absolute path of the directory, without symbolic links; "": directory / */
	int fd;
};

struct sources_file {
	char *text; /* contents of the file, @len bytes; the user of the struct frees them */
	size_t len;
	/* path of the file relative to sources_dir.path; the user of the struct frees it */
	char *path;
	int64_t mtime; /* modification time of the file, in seconds since 1970 */
};

/*
 * Open the directory @path and store it in @d. Return: 0: the caller closes @d with
 * sources_dir_close(). A negative errno: the directory cannot be opened, and the caller must not
 * close @d.
 */
int sources_dir_open(struct sources_dir *d, const char *path);
void sources_dir_close(struct sources_dir *d);

/*
 * Read the source file @path into @out, but only if it is below the directory @d. @path is
 * absolute, or relative to @cwd, the directory in which the compiler ran; @cwd is NULL if that
 * directory is not known. If no such file can be read below @d, the function appends parts of the
 * path to the path of @d, and tries the results in this order: the part of the path after @cwd; the
 * whole path; the path without its first component; the path without its first two components; and
 * so on, until only two components are left. Return: 1: the file was read; 0: the file was not
 * found; -ENOMEM: memory is exhausted.
 */
int sources_dir_read(const struct sources_dir *d, const char *cwd, const char *path,
		     struct sources_file *out);
