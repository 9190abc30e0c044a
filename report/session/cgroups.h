/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_CGROUPS_H
#define REP_CGROUPS_H

/* Paths of cgroups, which samples know by number; begins zeroed. */

#include "base/interner.h"

struct cgroups {
	struct interner ids, texts;
	const char **names; /* by number in ids */
	uint32_t cap;
};

void cgroups_free(struct cgroups *c);
void cgroups_add(struct cgroups *c, uint64_t id, const char *path); /* the first one stays */
void cgroups_merge(struct cgroups *c, const struct cgroups *from);
/* The path that a record gave it, or NULL. */
const char *cgroups_name(struct cgroups *c, uint64_t id);

#endif
