/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "base/alloc.h"
#include <stdbool.h>

/* The names in a directory in the order of their numbers: data.2 before data.10. */
struct pd_dirlist {
	struct pd_arena arena;
	const char **names;
	size_t nr, cap;
};

/* Whether a name holds the records of a member: data, data.0 ... */
bool pd_is_member_name(const char *name);
/* Return: 0, PDATA_E_SYS with errno, PDATA_E_NOMEM. @dirfd stays as it is. Free in any case. */
int pd_dirlist_read(struct pd_dirlist *l, int dirfd);
void pd_dirlist_free(struct pd_dirlist *l);
