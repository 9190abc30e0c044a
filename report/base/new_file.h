/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * An output file that gets its name when it is complete: if the program fails or is killed, an old
 * file of that name stays as it was.
 */

#include <stdbool.h>

struct new_file {
	int fd;		  /* to write to; -1: not open */
	const char *path; /* name that the user gave */
	char *target;	  /* the file at path, links resolved; NULL: standard output */
	/* the temporary name of the file until it is complete; NULL: it has none */
	char *part;
};

/*
 * Begin the file @path, which must be a regular file or not exist; "-" is standard output. Return:
 * 0; -1 after a message, and nothing is open.
 */
int new_file_open(struct new_file *f, const char *path);

/* Give the file its name. Call new_file_drop() after it, too. Return: 0, or -1 after a message. */
int new_file_commit(struct new_file *f);

/* Close and free @f; without a commit its content is removed. */
void new_file_drop(struct new_file *f);
