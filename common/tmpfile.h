/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Temporary files without a name. Such a file disappears with the program, however it ends. All
 * have mode 0600. The functions return -1 and set errno if they fail.
 */

#include <stddef.h>

/*
 * Make a new file on the disk of @dir. If the file system demands a name, the function removes the
 * name at once.
 */
int pd_tmpfile_in(const char *dir);

/* As pd_tmpfile_in(), in $TMPDIR or /tmp. For content that may be larger than memory. */
int pd_tmpfile(void);

/* As pd_tmpfile_in(), in the directory of @path, because /tmp may be in memory. */
int pd_tmpfile_next_to(const char *path);

/* As pd_tmpfile_next_to(); pd_tmpfile_link() can name the file. -1 if the system cannot do that. */
int pd_tmpfile_linkable(const char *path);

/* Give the file @fd of pd_tmpfile_linkable() the name @path, which must not exist yet. */
int pd_tmpfile_link(int fd, const char *path);

/*
 * Open a new file that will replace @path later. *@name is set to NULL, or, if the file system has
 * no nameless files, to the file's hidden name in the directory of @path (.NAME and a suffix); free
 * it with pd_free(). Return: a descriptor, or -1.
 */
int pd_tmpfile_open(const char *path, char **name);

/*
 * Make sure that the file of pd_tmpfile_open() has a name, *@name, in the directory of @path.
 * Return: 0, or -1.
 */
int pd_tmpfile_name(int fd, const char *path, char **name);
