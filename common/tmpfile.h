/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Makes temporary files without a name: a file disappears when the program ends, even if the
 * program crashes. All files have mode 0600. The functions return -1 and set errno if they fail.
 */

#include <stddef.h>

/*
 * Make a nameless file in the file system of the directory @dir. If the file system demands a name,
 * the function removes the name at once. Return: a descriptor, or -1 with errno.
 */
int pd_tmpfile_in(const char *dir);

/*
 * Make a nameless file in the directory $TMPDIR, or in /tmp if $TMPDIR is not set, for content that
 * may be larger than memory. Return: a descriptor, or -1 with errno.
 */
int pd_tmpfile(void);

/*
 * Make a nameless file in the directory of the file @path. Use this function for content that
 * should not be in /tmp, because /tmp may be in memory. Return: a descriptor, or -1 with errno.
 */
int pd_tmpfile_next_to(const char *path);

/*
 * Make a nameless file in the directory of the file @path. pd_tmpfile_link() can give the file a
 * name later. Return: a descriptor, or -1 with errno. The function also fails if the file system
 * has no nameless files, or if /proc is not mounted.
 */
int pd_tmpfile_linkable(const char *path);

/*
 * Give the name @path to the nameless file @fd. pd_tmpfile_linkable() must have made the file, and
 * @path must not exist yet. Return: 0, or -1 with errno.
 */
int pd_tmpfile_link(int fd, const char *path);

/*
 * Open a new file that will replace @path later. *@name becomes NULL if the new file has no name.
 * If the file system has no nameless files, *@name becomes the path of the new file: a hidden file
 * in the directory of @path (.FILE and a suffix). Free *@name with pd_free(). Return: a descriptor,
 * or -1 with errno.
 */
int pd_tmpfile_open(const char *path, char **name);

/*
 * If *@name is NULL, give the nameless file @fd a hidden name in the directory of @path, and store
 * the new path of the file in *@name. pd_tmpfile_open() must have made the file. If *@name is not
 * NULL, do nothing. Free *@name with pd_free(). Return: 0, or -1 with errno.
 */
int pd_tmpfile_name(int fd, const char *path, char **name);
