/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Directories below which the files of recorded machines are: --symfs DIR for all, --symfs
 * DIR,pid=N and DIR,mntns=INODE for what one process or the processes of one mount namespace
 * mapped. Of several for all the last that has the file counts: a file of the recorded build id,
 * if there is one.
 */

#include "base/option_rows.h"

#include <pdata/features.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>

struct symfs_roots {
	const char *all;    /* for all others, or NULL: the kernel's, too */
	const char **plain; /* those without a scope, in their order */
	uint32_t nr_plain;
	struct symfs_root *root;
	uint32_t nr;
	struct symfs_root_map *maps; /* what their processes mapped */
	uint32_t nr_maps, cap_maps;
	const struct pdata_bundle_files *files; /* that the recording carries, or NULL */
	struct sym_debuginfod *server;		/* for what is not here, or NULL */
	int err;				/* 0 or -ENOMEM */
	const char **
		of; /* by object: the directory, or NULL; after symfs_roots_seal() with any scope */
};

/*
 * @words must outlive the roots. Return: 0; -EINVAL: one is bad, and a line was printed; -ENOMEM.
 * The roots are to be freed in any case.
 */
int symfs_roots_init(struct symfs_roots *r, const struct rep_list *words);
void symfs_roots_free(struct symfs_roots *r);

/*
 * Every record of a file, if there are scopes; then, with the sealed tasks, the end of it, which
 * returns 0 or -ENOMEM for all of them.
 */
void symfs_roots_add_record(struct symfs_roots *r, const struct pdata_record *rec);
int symfs_roots_seal(struct symfs_roots *r, const struct pdata_tasks *tasks);

/* The directory for an object, or NULL. @r may be NULL. */
static inline const char *symfs_dir_of(const struct symfs_roots *r, uint32_t object)
{
	if (!r)
		return NULL;
	return r->of && r->of[object] ? r->of[object] : r->all;
}
