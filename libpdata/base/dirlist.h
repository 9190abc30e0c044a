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

/* Return whether a file called @name has records of a directory recording: data, data.0, ... */
bool pd_is_member_name(const char *name);
/*
 * List the directory with the descriptor @dirfd, which stays open, in @l. Return: 0, PDATA_E_SYS
 * with errno, or PDATA_E_NOMEM. The caller calls pd_dirlist_free() in any case.
 */
int pd_dirlist_read(struct pd_dirlist *l, int dirfd);
void pd_dirlist_free(struct pd_dirlist *l);
