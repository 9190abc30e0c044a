/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Writes an output file that gets its name when it is complete. If the program fails or is killed
 * before the output file is complete, a file that already has this name is unchanged.
 */

#include <stdbool.h>

/*
 * Kind of the content of a new file. The kind decides which existing files are accepted as the
 * output, and which mode the output file gets if it does not replace an existing file.
 */
enum new_file_kind {
	/*
	 * bytes written from the first to the last, which a pipe or a character device can also
	 * receive: text, an archive; the umask decides who may read the file
	 */
	NEW_FILE_STREAM,
	/*
	 * a recording, whose header is written last: only a regular file can receive it, and only
	 * the owner of the file may read it
	 */
	NEW_FILE_RECORDING
};

struct new_file {
	int fd;		  /* descriptor to which the caller writes the content; -1: not open */
	const char *path; /* path of the output file as the user gave it, or "-" */
	enum new_file_kind kind;
	/*
	 * path after resolving symbolic links; NULL: standard output, or a file that is written
	 * directly
	 */
	char *target;
	/* path of the file until it is complete; NULL: the file has no name until then */
	char *part;
};

/*
 * Begin a new file for @path. new_file_commit() will make the file, or replace the regular file
 * that is at @path. If @path is a symbolic link, the link stays, and new_file_commit() will make or
 * replace the file to which the link leads. A pipe, a character device, or a file in a directory
 * that cannot be written is not replaced but written directly, if @kind permits. "-" is standard
 * output. Return: 0; -1 after a message: nothing is open.
 */
int new_file_open(struct new_file *f, const char *path, enum new_file_kind kind);

/* Return whether the output @output is the file @input, under this or another name. */
bool new_file_is_input(const char *output, const char *input);
/*
 * For output that is not a recording: refuse to replace the recording @input by the output @output.
 * Return: 0; -1 after a message: they are the same file.
 */
int new_file_check_input(const char *output, const char *input);

/*
 * Give the complete file its name, with the owner and mode of a file that it replaces; do nothing
 * for a file that is written directly. The caller calls
 * new_file_drop() afterwards in any case. Return: 0, or -1 after a message.
 */
int new_file_commit(struct new_file *f);

/*
 * Close the file and free what @f owns. If new_file_commit() was not called or failed, also remove
 * the incomplete file.
 */
void new_file_drop(struct new_file *f);
