/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes an output file that gets its name when it is complete. If the program fails or is killed
 * before the output file is complete, a file that already has this name is unchanged.
 */

#include <stdbool.h>

struct new_file {
	int fd;		  /* descriptor to which the caller writes the content; -1: not open */
	const char *path; /* path of the output file as the user gave it, or "-" */
	char *target;	  /* path after resolving symbolic links; NULL: standard output */
	/* path of the file until it is complete; NULL: the file has no name until then */
	char *part;
};

/*
 * Begin a new file for @path: a path that does not exist, or the path of a regular file, which
 * new_file_commit() will replace. "-" is standard output. Return: 0; -1 after a message: nothing
 * is open.
 */
int new_file_open(struct new_file *f, const char *path);

/*
 * Give the complete file its name; do nothing for standard output. The caller calls
 * new_file_drop() afterwards in any case. Return: 0, or -1 after a message.
 */
int new_file_commit(struct new_file *f);

/*
 * Close the file and free what @f owns. If new_file_commit() was not called or failed, also remove
 * the incomplete file.
 */
void new_file_drop(struct new_file *f);
