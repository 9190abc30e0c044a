/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Chooses for each object the --symfs directory below which the object's files are searched for.
 * --symfs DIR is for all files; DIR,pid=N is for files that process N has mapped; DIR,mntns=INODE
 * is for files that processes of one mount namespace have mapped. Several directories that are for
 * all files are tried from the last to the first: first each of them with the recorded path (if a
 * build id was recorded, the file must have it), and then each with the paths that contain the
 * build id.
 */

#include "base/option_rows.h"

#include <pdata/features.h>
#include <pdata/pdata.h>
#include <pdata/tasks.h>

struct symfs_roots {
	/*
	 * --symfs directory for the kernel and for objects that have no directory in @of; it is
	 * one of @plain. NULL: @plain is empty, because all --symfs options, if any, have "pid="
	 * or "mntns=".
	 */
	const char *all;
	const char **plain; /* directories of options --symfs DIR, in the order of the options */
	uint32_t nr_plain;
	struct symfs_root *root;
	uint32_t nr;
	/* array of the maps of all processes to which an option with "pid=" or "mntns=" applies */
	struct symfs_root_map *maps;
	uint32_t nr_maps, cap_maps;
	/*
	 * files that pdata has appended to the recording (bundle); NULL: there are none, or they
	 * are not used
	 */
	const struct pdata_bundle_files *files;
	/*
	 * modification time of the recording, in ns since 1970; all samples of the recording were
	 * recorded at this time or earlier; 0: not known
	 */
	uint64_t recorded_ns;
	/*
	 * client of debuginfod servers, which are asked for files that are not found on this
	 * machine; NULL: no server
	 */
	struct sym_debuginfod *server;
	/* finds files of running processes in containers; NULL: --symfs was given */
	struct sym_processes *processes;
	int err; /* 0; -ENOMEM: memory was exhausted */
	/*
	 * Array with the --symfs directory of each object, indexed by pdata_object.index. An
	 * element is NULL if its object uses the directory @all. symfs_roots_seal() allocates the
	 * array, but only if objects may have different directories; otherwise @of is NULL.
	 */
	const char **of;
};

/*
 * Fill @r from @words, the arguments of all options --symfs. @words must outlive @r. Return: 0;
 * -EINVAL: an argument is invalid, and the function has printed an error message; -ENOMEM: memory
 * is exhausted. The caller calls symfs_roots_free() in all cases.
 */
int symfs_roots_init(struct symfs_roots *r, const struct rep_list *words);
void symfs_roots_free(struct symfs_roots *r);

/*
 * Return: the --symfs directory for the kernel; NULL: the kernel has no --symfs directory.
 * @foreign: the recording is from a machine of another architecture. If @foreign is false and the
 * directory is the root directory of this machine, the function returns NULL, as perf does: the
 * symbols of this machine's kernel are not in a file below the root directory.
 */
const char *symfs_dir_of_kernel(const struct symfs_roots *r, bool foreign);

/*
 * Both functions together find out which processes have mapped which files. The caller calls
 * symfs_roots_add_record() for every record of the recording, then pdata_tasks_seal() for the tasks
 * @tasks, and then symfs_roots_seal() once, which sets @r->of. If no --symfs option has
 * "pid=" or "mntns=", symfs_roots_add_record() does nothing. Return of symfs_roots_seal(): 0;
 * -ENOMEM: memory was exhausted in symfs_roots_add_record() or in symfs_roots_seal().
 */
void symfs_roots_add_record(struct symfs_roots *r, const struct pdata_record *rec);
int symfs_roots_seal(struct symfs_roots *r, const struct pdata_tasks *tasks);

/*
 * Return: the --symfs directory of the object with pdata_object.index @object; NULL: the object
 * has none, or @r is NULL.
 */
static inline const char *symfs_dir_of(const struct symfs_roots *r, uint32_t object)
{
	if (!r)
		return NULL;
	return r->of && r->of[object] ? r->of[object] : r->all;
}
