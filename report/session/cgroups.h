/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the paths of cgroups, and the cgroup namespaces of threads over time. */

#include "base/interner.h"

#include <pdata/pdata.h>

/*
 * Table of the paths of cgroups, by the cgroup ids that samples have. The user of the table sets
 * all members to zero before the first use.
 */
struct cgroups {
	struct interner ids, texts;
	/*
	 * array: names[i] is the path of the cgroup whose cgroup id (8 bytes) is the string with
	 * the id i in the interner @ids; NULL: the path is not known
	 */
	const char **names;
	uint32_t cap;
	int err; /* 0; -ENOMEM: memory for an id or a path was exhausted */
};

void cgroups_free(struct cgroups *c);
/* Add a copy of @path as the path of the cgroup @id, unless @c already has a path for @id. */
void cgroups_add(struct cgroups *c, uint64_t id, const char *path);
/*
 * Add the ids and paths of @from to @c. If @from->err is set and @c->err is not, also copy the
 * error to @c.
 */
void cgroups_merge(struct cgroups *c, const struct cgroups *from);
/* Return -ENOMEM if memory for an id or a path in @c was exhausted; otherwise 0. */
int cgroups_err(const struct cgroups *c);
/*
 * Return the path that cgroups_add() has added for the cgroup @id, which is the path in a CGROUP
 * record. NULL: no path was added for this id, or memory is exhausted (see cgroups_err()).
 */
const char *cgroups_name(struct cgroups *c, uint64_t id);

struct ns_times;

/*
 * Read all records of @r and collect the cgroup namespaces of threads from them. @r must be at its
 * first record; the function rewinds it afterwards. Return: the namespaces, which ns_times_free()
 * frees; NULL if memory is exhausted.
 */
struct ns_times *ns_times_read(struct pdata_reader *r);
void ns_times_free(struct ns_times *n);

/*
 * Set *@dev and *@ino to the device and inode of the cgroup namespace that the thread @tid had
 * before the record with the time @time (in ns) and the pdata_record.seq @seq. If no namespace of
 * this thread was recorded before, set both to 0.
 */
void ns_times_cgroup(const struct ns_times *n, uint32_t tid, uint64_t time, uint64_t seq,
		     uint64_t *dev, uint64_t *ino);
