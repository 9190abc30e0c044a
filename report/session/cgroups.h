/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_CGROUPS_H
#define REP_CGROUPS_H

/* Paths of cgroups, which samples know by number; begins zeroed. */

#include "base/interner.h"

struct cgroups {
	struct interner ids, texts;
	const char **names; /* by number in ids */
	uint32_t cap;
	int err; /* see cgroups_err() */
};

void cgroups_free(struct cgroups *c);
void cgroups_add(struct cgroups *c, uint64_t id, const char *path); /* the first one stays */
/* Add the paths of @from, and its error. */
void cgroups_merge(struct cgroups *c, const struct cgroups *from);
/* Return: -ENOMEM when there was no memory for a path, else 0. */
int cgroups_err(const struct cgroups *c);
/* The path that a record gave it, or NULL. */
const char *cgroups_name(struct cgroups *c, uint64_t id);

#endif
