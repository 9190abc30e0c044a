/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef UNNAMED_H
#define UNNAMED_H

/*
 * A file that takes the place of another when it is done. Until then it has no name where that is possible: it
 * is gone with the program, however that ends.
 */

/*
 * A new empty file beside @path, as .PATH and more, for reading and writing by its owner. *@name: NULL, or where it had to
 * have one, to be freed. Return: descriptor, or -1 with errno.
 */
int pd_tmpfile_open(const char *path, char **name);

/* See that it has a name, *@name, beside @path. Not 0: errno. */
int pd_tmpfile_name(int fd, const char *path, char **name);

#endif
