/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * A file is changed as a copy that takes its place at once when it is whole. Whatever ends the
 * program, there is the old file or the new one; two that replace it at a time do not mix.
 */

struct atomic_file {
	const char *said; /* the name in messages */
	char *path;	  /* of the file, links followed */
	int old, fd;	  /* the file, read only; the copy, to be changed */
	char *name;	  /* of the copy, or NULL while it has none */
};

/* Copy the file. One line on stderr when it cannot be. Return: 0 or -1. */
int atomic_file_begin(struct atomic_file *r, const char *path);
/* The copy takes the file's place. One line when it cannot. Return: 0 or -1. */
int atomic_file_commit(struct atomic_file *r);
/* Free it; without a commit the file stays as it is. */
void atomic_file_end(struct atomic_file *r);
