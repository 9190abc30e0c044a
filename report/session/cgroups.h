/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the paths of cgroups, and the cgroup namespaces of threads over time. */

#include "base/interner.h"

#include <pdata/pdata.h>

/*
 * Table that maps the cgroup ids of samples to cgroup paths. The caller zeroes the struct before
 * the first use.
 */
struct cgroups {
	struct interner ids, texts;
	/* indexed like @ids.all: the path of the cgroup; NULL: no path is known */
	const char **names;
	uint32_t cap;
	int err; /* 0 or -ENOMEM, see cgroups_err() */
};

void cgroups_free(struct cgroups *c);
void cgroups_add(struct cgroups *c, uint64_t id, const char *path); /* an id keeps its first path */
/* Add the paths of @from to @c. If @from has an error, @c gets this error. */
void cgroups_merge(struct cgroups *c, const struct cgroups *from);
/* Return -ENOMEM if memory for an id or a path was exhausted; else 0. */
int cgroups_err(const struct cgroups *c);
/*
 * Return the path that a CGROUP record gave cgroup @id; NULL: no CGROUP record has this id, or
 * memory is exhausted.
 */
const char *cgroups_name(struct cgroups *c, uint64_t id);

struct ns_times;

/*
 * Read all records of @r and collect the cgroup namespaces of threads. @r must be at its first
 * record, and is rewound afterwards. Return: NULL if memory is exhausted.
 */
struct ns_times *ns_times_read(struct pdata_reader *r);
void ns_times_free(struct ns_times *n);

/*
 * Set *@dev and *@ino to the device and inode of the cgroup namespace of thread @tid at @time; both
 * are set to 0 if no namespace was recorded.
 */
void ns_times_cgroup(const struct ns_times *n, uint32_t tid, uint64_t time, uint64_t seq,
		     uint64_t *dev, uint64_t *ino);
