/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Lists, makes and removes the files of a directory recording. */

#include "base/alloc.h"
#include <stdbool.h>

/*
 * The names of the files in a directory, sorted; digits in names sort by the value of the integer,
 * so that data.2 precedes data.10.
 */
struct pd_dirlist {
	struct pd_arena arena;
	const char **names;
	size_t nr, cap;
};

/*
 * Return whether @name is the name of a file with records in a directory recording: "data", or
 * "data." and a suffix, as in data.0.
 */
bool pd_is_member_name(const char *name);
/*
 * Fill @l with the names of the files in the directory that has the descriptor @dirfd; this
 * descriptor stays open. Return: 0; PDATA_E_SYS: a system call has failed, and errno is set;
 * PDATA_E_NOMEM. The caller must call pd_dirlist_free() even after an error.
 */
int pd_dirlist_read(struct pd_dirlist *l, int dirfd);
void pd_dirlist_free(struct pd_dirlist *l);

/* Remove all files in the directory that has the descriptor @dirfd. errno does not change. */
void pd_dir_remove_files(int dirfd);

/* A directory into which a new recording is written. */
struct pd_new_dir {
	int fd;	   /* -1: the directory is not open */
	bool made; /* pd_new_dir_open() has made the directory; false: it was there, and empty */
};

/*
 * Make the directory @path for its owner only, or open it if it is there and has no files: files of
 * another recording would be taken for a part of the new one. Return: 0; PDATA_E_SYS: a system call
 * has failed, and errno is set (ENOTEMPTY: the directory has files); PDATA_E_NOMEM. After an error
 * d->fd is -1.
 */
int pd_new_dir_open(struct pd_new_dir *d, const char *path);
/*
 * Close the directory. If the recording has @failed, also remove the files in the directory, and
 * the directory @path itself if pd_new_dir_open() has made it. errno does not change.
 */
void pd_new_dir_close(struct pd_new_dir *d, const char *path, bool failed);
