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
	char *path; /* path of the directory, without symbolic links; "": the root directory */
	int fd;
};

struct sources_file {
	char *text; /* @len bytes, which the caller frees */
	size_t len;
	char *path;    /* path of the file below the directory, which the caller frees */
	int64_t mtime; /* modification time, in seconds since 1970 */
};

/*
 * Open the directory @path. Return: 0: sources_dir_close() closes @d; a negative errno: an error,
 * and @d needs no close.
 */
int sources_dir_open(struct sources_dir *d, const char *path);
void sources_dir_close(struct sources_dir *d);

/*
 * Read the source file @path from below the directory @d. @path is absolute, or relative to @cwd,
 * the directory of the compiler (may be NULL). If the file at this path is not below @d, try paths
 * below @d: the path relative to @cwd, then ever shorter ends of @path with at least two
 * components. Return: 1: the file is in @out; 0: not found; -ENOMEM.
 */
int sources_dir_read(const struct sources_dir *d, const char *cwd, const char *path,
		     struct sources_file *out);
