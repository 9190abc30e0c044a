/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Lists the files of a directory recording. */

#include "base/alloc.h"
#include <stdbool.h>

/* The names in a directory, in the order of their numbers: data.2 precedes data.10. */
struct pd_dirlist {
	struct pd_arena arena;
	const char **names;
	size_t nr, cap;
};

/* Whether @name is that of a member file with records in a directory recording: data, data.0 ... */
bool pd_is_member_name(const char *name);
/*
 * Read the names in the directory @dirfd, which stays open. Return: 0, PDATA_E_SYS with errno, or
 * PDATA_E_NOMEM. Call pd_dirlist_free() after a failure, too.
 */
int pd_dirlist_read(struct pd_dirlist *l, int dirfd);
void pd_dirlist_free(struct pd_dirlist *l);
