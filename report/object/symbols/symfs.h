/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Directories that have the files of recorded machines: --symfs DIR for all files, --symfs
 * DIR,pid=N and DIR,mntns=INODE for files that one process, or the processes of one mount
 * namespace, have mapped. If several directories are for all files, the last one that has the file
 * is used; a file with the recorded build id is preferred.
 */

#include "base/option_rows.h"

#include <pdata/features.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>

struct symfs_roots {
	const char *all;    /* directory for all other objects and the kernel, or NULL */
	const char **plain; /* directories without a scope, in the order of the options */
	uint32_t nr_plain;
	struct symfs_root *root;
	uint32_t nr;
	struct symfs_root_map *maps; /* maps of the processes of a scope */
	uint32_t nr_maps, cap_maps;
	/* Files in the bundle of the recording, or NULL. */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server; /* server for files that are not on this machine, or NULL */
	int err;		       /* 0 or -ENOMEM */
	/* Directory by object, or NULL; set by symfs_roots_seal() if there is any scope. */
	const char **of;
};

/*
 * @words must outlive the roots. Return: 0; -EINVAL: a word is bad, and a message was sent;
 * -ENOMEM. The caller frees the roots in any case.
 */
int symfs_roots_init(struct symfs_roots *r, const struct rep_list *words);
void symfs_roots_free(struct symfs_roots *r);

/*
 * Call symfs_roots_add_record() with every record of a file; it does nothing without scopes. Call
 * symfs_roots_seal() at the end with the sealed tasks. Return: 0, or -ENOMEM if memory was
 * exhausted in one of these functions.
 */
void symfs_roots_add_record(struct symfs_roots *r, const struct pdata_record *rec);
int symfs_roots_seal(struct symfs_roots *r, const struct pdata_tasks *tasks);

/* Return: the directory for an object, or NULL. @r may be NULL. */
static inline const char *symfs_dir_of(const struct symfs_roots *r, uint32_t object)
{
	if (!r)
		return NULL;
	return r->of && r->of[object] ? r->of[object] : r->all;
}
