/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes an output file that gets its name when it is complete. If the program fails or is killed
 * before the output file is complete, a file that already has this name is unchanged.
 */

#include <stdbool.h>

struct new_file {
	int fd;		  /* the caller writes to this descriptor; -1: not open */
	const char *path; /* name that the user gave, or "-" */
	char *target;	  /* path with symbolic links resolved; NULL: standard output */
	/* path of the incomplete file; NULL: the incomplete file has no name */
	char *part;
};

/*
 * Begin a new file for @path: a regular file, which new_file_commit() replaces, or a path that does
 * not exist. "-" is standard output. Return: 0; -1 after a message, and nothing is open.
 */
int new_file_open(struct new_file *f, const char *path);

/*
 * Give the complete file its name. The caller calls new_file_drop() afterwards in any case. Return:
 * 0, or -1 after a message.
 */
int new_file_commit(struct new_file *f);

/* Close the file and free what @f owns. Without new_file_commit(), remove the incomplete file. */
void new_file_drop(struct new_file *f);
