/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Temporary files without a name: such a file is gone with the program, however that ends. All are
 * for reading and writing by their owner. Each function returns -1 with errno where it fails.
 */

#include <stddef.h>

/* A new file on the disk of @dir; a name that the file system needs is removed at once. */
int pd_tmpfile_in(const char *dir);

/* The same in TMPDIR, or /tmp: what is copied there may be larger than memory. */
int pd_tmpfile(void);

/* The same in the directory of @path, not below /tmp, which may be memory. */
int pd_tmpfile_next_to(const char *path);

/* As pd_tmpfile_next_to(), of a file that pd_tmpfile_link() can name; -1 where there is none. */
int pd_tmpfile_linkable(const char *path);

/* Give the file @fd of pd_tmpfile_linkable() the name @path, which is free. Return: 0, -1. */
int pd_tmpfile_link(int fd, const char *path);

/*
 * A new file that later takes the place of @path. *@name: NULL, or the hidden name beside @path,
 * .PATH and more, that it had to have: for pd_free(). Return: descriptor, or -1.
 */
int pd_tmpfile_open(const char *path, char **name);

/* See that the file of pd_tmpfile_open() has a name, *@name, beside @path. Return: 0, -1. */
int pd_tmpfile_name(int fd, const char *path, char **name);
