/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Changes a file atomically: the caller changes a copy of the file, and rename(2) replaces the file
 * when the copy is complete. However the program ends, the path has either the old or the new
 * content. Two programs that change a file at the same time do not mix their changes.
 */

struct atomic_file {
	const char *said; /* path of the file as the user gave it, for messages */
	char *path;	  /* path of the file after resolving symbolic links */
	/*
	 * @old: read-only descriptor of the original file, or -1 if it is not open; @fd: descriptor
	 * of the copy, which the caller changes, or -1 if the copy is not open
	 */
	int old, fd;
	/*
	 * path of the copy; NULL: the copy has no path yet, or it has replaced the original file
	 */
	char *name;
};

/*
 * Check that the file at @path, if there is one, is a regular file. The function does not open the
 * file, because the open of a named pipe waits for a program that writes to the pipe. Return: 0,
 * also if there is no file at @path; -1 after a message.
 */
int atomic_file_check(const char *path);
/*
 * Copy the file at @path, and open the copy as r->fd. It is an error if another program has the
 * file open for writing. Call atomic_file_end() even after a failure. Return: 0, or -1 after a
 * message.
 */
int atomic_file_begin(struct atomic_file *r, const char *path);
/*
 * Replace the file by the copy. It is an error if another program has the file open for writing.
 * Return: 0; -1 after a message: the file is unchanged.
 */
int atomic_file_commit(struct atomic_file *r);
/*
 * Free what @r owns. If atomic_file_commit() was not called or failed, also remove the copy that
 * atomic_file_begin() has made; the original file is then unchanged.
 */
void atomic_file_end(struct atomic_file *r);
