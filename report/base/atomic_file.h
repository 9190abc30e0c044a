/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Changes a file through a copy that replaces it at once when the copy is complete. However the
 * program ends, either the old or the new file is there. Two programs that change a file at the
 * same time do not mix their changes.
 */

struct atomic_file {
	const char *said; /* the name in messages */
	char *path;	  /* path of the file, with symbolic links resolved */
	/* descriptors: old reads the file, fd is the copy that the caller changes */
	int old, fd;
	char *name; /* name of the copy; NULL while it has none */
};

/* Copy the file at @path. A message says why it cannot be copied. Return: 0 or -1. */
int atomic_file_begin(struct atomic_file *r, const char *path);
/* Replace the file by the copy. A message says why it cannot be replaced. Return: 0 or -1. */
int atomic_file_commit(struct atomic_file *r);
/* Close and free @r; without a commit the file stays as it is. */
void atomic_file_end(struct atomic_file *r);
