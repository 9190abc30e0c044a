/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Chooses the --symfs directory of each object, in which files of the recorded machine are
 * searched. --symfs DIR is for all files; DIR,pid=N is for files that process N has mapped;
 * DIR,mntns=INODE is for files that processes of one mount namespace have mapped. If several
 * directories are for all files, the last directory that has the file is used. In a directory, the
 * file is searched first at the recorded path, with the recorded build id if there is one, and then
 * at a path that contains the build id.
 */

#include "base/option_rows.h"

#include <pdata/features.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>

struct symfs_roots {
	/* directory for the kernel and for objects without a directory in @of; NULL: none */
	const char *all;
	const char **plain; /* directories of --symfs DIR, in the order of the options */
	uint32_t nr_plain;
	struct symfs_root *root;
	uint32_t nr;
	struct symfs_root_map *maps; /* maps of processes that "pid=" or "mntns=" selects */
	uint32_t nr_maps, cap_maps;
	/* files in the bundle of the recording; NULL: no bundle is used */
	const struct pdata_bundle_files *files;
	struct sym_debuginfod *server; /* client of debuginfod servers; NULL: no server */
	int err;		       /* 0 or -ENOMEM */
	/*
	 * Array, indexed by object: the directory of the object. An element that is NULL means
	 * @all. The array itself is NULL until symfs_roots_seal(), and stays NULL if all objects
	 * use @all.
	 */
	const char **of;
};

/*
 * Fill @r with the arguments @words of the options --symfs. @words must outlive @r. Return: 0;
 * -EINVAL: a word is invalid, and an error message was printed; -ENOMEM. The caller calls
 * symfs_roots_free() in all cases.
 */
int symfs_roots_init(struct symfs_roots *r, const struct rep_list *words);
void symfs_roots_free(struct symfs_roots *r);

/*
 * Record which processes map which files. Call symfs_roots_add_record() for every record of the
 * recording, then symfs_roots_seal() with the sealed tasks, which sets @r->of. symfs_roots_seal()
 * returns 0; -ENOMEM: memory was exhausted in one of these functions.
 */
void symfs_roots_add_record(struct symfs_roots *r, const struct pdata_record *rec);
int symfs_roots_seal(struct symfs_roots *r, const struct pdata_tasks *tasks);

/* Return: the --symfs directory of the object with index @object; NULL: none. @r may be NULL. */
static inline const char *symfs_dir_of(const struct symfs_roots *r, uint32_t object)
{
	if (!r)
		return NULL;
	return r->of && r->of[object] ? r->of[object] : r->all;
}
