/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_NAMESPACES_H
#define REP_NAMESPACES_H

/* The cgroup namespaces of threads over time, from NAMESPACES records. */

#include <pdata/pdata.h>

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

#endif
