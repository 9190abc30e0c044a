/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Cgroups: their paths, and the cgroup namespaces of threads over time. */

#include "base/interner.h"

#include <pdata/pdata.h>

/* Paths of cgroups, which samples know by number; begins zeroed. */
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

struct ns_times;

/*
 * Read all of @r, which must be at its beginning and is rewound. Return: NULL when memory is
 * exhausted.
 */
struct ns_times *ns_times_read(struct pdata_reader *r);
void ns_times_free(struct ns_times *n);

/* Device and inode of the cgroup namespace of a thread, 0 where none was recorded. */
void ns_times_cgroup(const struct ns_times *n, uint32_t tid, uint64_t time, uint64_t seq,
		     uint64_t *dev, uint64_t *ino);
