/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Lists the files of a directory recording. */

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
