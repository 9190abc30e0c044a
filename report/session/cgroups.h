/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Cgroups: their paths, and the cgroup namespaces of threads over time. */

#include "base/interner.h"

#include <pdata/pdata.h>

/* Maps the cgroup ids in samples to cgroup paths; starts zeroed. */
struct cgroups {
	struct interner ids, texts;
	const char **names; /* by number in ids */
	uint32_t cap;
	int err; /* see cgroups_err() */
};

void cgroups_free(struct cgroups *c);
void cgroups_add(struct cgroups *c, uint64_t id, const char *path); /* the first one stays */
/* Add the paths of @from to @c, and take over the error of @from. */
void cgroups_merge(struct cgroups *c, const struct cgroups *from);
/* Return: -ENOMEM when memory for a path was exhausted, else 0. */
int cgroups_err(const struct cgroups *c);
/* Return: the path that a CGROUP record gave cgroup @id, or NULL. */
const char *cgroups_name(struct cgroups *c, uint64_t id);

struct ns_times;

/*
 * Read all records of @r, which must be at the beginning, and rewind @r. Return: NULL when memory
 * is exhausted.
 */
struct ns_times *ns_times_read(struct pdata_reader *r);
void ns_times_free(struct ns_times *n);

/* Device and inode of a thread's cgroup namespace at @time; 0 when none was recorded. */
void ns_times_cgroup(const struct ns_times *n, uint32_t tid, uint64_t time, uint64_t seq,
		     uint64_t *dev, uint64_t *ino);
