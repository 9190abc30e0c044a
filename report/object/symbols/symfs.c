/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Chooses the symfs directory of each object from --symfs DIR, DIR,pid=N and DIR,mntns=INODE, by
 * the processes that mapped the object.
 */
#include "object/symbols/symfs.h"

#include "base/host.h"
#include "base/interner.h"
#include "base/memory.h"
#include "base/message.h"
#include "object/elf/debuginfod.h"
#include "object/elf/process_roots.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/location.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOUNT_NS 5u /* index of the mount namespace among the links of a NAMESPACES record */

struct symfs_root {
	char *dir;
	bool by_pid;
	uint64_t id;
	struct interner pids; /* pids of processes; their numbers are indexes of in */
	bool *in;
	uint32_t cap_in;
};

/* A map that a process in the scope of a root made. */
struct symfs_root_map {
	uint32_t root, pid, tid;
	uint64_t time, seq, addr;
};

static int bad_scope(const char *word)
{
	rep_err("--symfs %s: only ,pid=NUMBER or ,mntns=INODE may follow the directory", word);
	return -EINVAL;
}

static int add_symfs_scope(struct symfs_roots *r, const char *word, const char *comma)
{
	struct symfs_root *root = &r->root[r->nr];
	const char *number = strchr(comma, '=') + 1;
	char *end;

	errno = 0;
	*root = (struct symfs_root){ .by_pid = comma[1] == 'p', .id = strtoull(number, &end, 10) };
	if (errno || end == number || *end || *number == '-' || comma == word)
		return bad_scope(word);
	root->dir = mem_alloc(1, (size_t)(comma - word) + 1);
	if (!root->dir)
		return -ENOMEM;
	memcpy(root->dir, word, (size_t)(comma - word));
	rep_check_dir("--symfs", root->dir);
	r->nr++;
	return 0;
}

static bool has_kernel(const char *dir)
{
	char path[SYM_PATH_MAX];

	return (sym_join(path, sizeof(path), dir, "vmlinux") && sym_file_exists(path)) ||
	       (sym_join(path, sizeof(path), dir, ".debug/[kernel.kallsyms]") &&
		!access(path, F_OK));
}

/*
 * Choose the directory for all files: of several directories the last one that has a kernel,
 * because a kernel has no path by which it could be looked for in each.
 */
static void choose_all(struct symfs_roots *r)
{
	uint32_t at = r->nr_plain;

	while (at && !has_kernel(r->plain[at - 1]))
		at--;
	if (r->nr_plain)
		r->all = r->plain[(at ? at : r->nr_plain) - 1];
}

int symfs_roots_init(struct symfs_roots *r, const struct rep_list *words)
{
	int err;

	*r = (struct symfs_roots){ .root = mem_alloc(words->nr + 1u, sizeof(*r->root)),
				   .plain = mem_alloc(words->nr + 1u, sizeof(*r->plain)) };
	if (!r->root || !r->plain)
		return -ENOMEM;
	for (uint32_t i = 0; i < words->nr; i++) {
		const char *word = words->word[i], *comma = strrchr(word, ',');

		if (comma && (!strncmp(comma, ",pid=", 5) || !strncmp(comma, ",mntns=", 7))) {
			err = add_symfs_scope(r, word, comma);
			if (err)
				return err;
		} else if (!*word) {
			r->nr_plain = 0;
		} else {
			r->plain[r->nr_plain++] = word;
			rep_check_dir("--symfs", word);
		}
	}
	choose_all(r);
	return 0;
}

const char *symfs_dir_of_kernel(const struct symfs_roots *r, bool foreign)
{
	char *path = r->all && !foreign ? realpath(r->all, NULL) : NULL;
	const bool root = path && !strcmp(path, "/");

	free(path);
	return root ? NULL : r->all;
}

void symfs_roots_free(struct symfs_roots *r)
{
	for (uint32_t i = 0; i < r->nr; i++) {
		free(r->root[i].dir);
		interner_free(&r->root[i].pids);
		free(r->root[i].in);
	}
	free(r->root);
	free(r->plain);
	free(r->maps);
	free(r->of);
	sym_debuginfod_free(r->server);
	sym_processes_free(r->processes);
	*r = (struct symfs_roots){ 0 };
}

/*
 * Return: the number of @pid among the processes of @root; 0: memory is exhausted, and @r keeps
 * the error.
 */
static uint32_t number_of_pid(struct symfs_roots *r, struct symfs_root *root, uint32_t pid)
{
	const uint32_t n = interner_add(&root->pids, &pid, sizeof(pid));

	if (!n)
		r->err = -ENOMEM;
	return n;
}

static bool has_pid(struct symfs_roots *r, struct symfs_root *root, uint32_t pid)
{
	uint32_t n;

	if (root->by_pid)
		return root->id == pid;
	n = number_of_pid(r, root, pid);
	return n && n < root->cap_in && root->in[n];
}

/* Note that a process enters or leaves the namespace of @root. */
static void set_symfs_pid(struct symfs_roots *r, struct symfs_root *root, uint32_t pid, bool in)
{
	uint32_t n;

	if (root->by_pid || !(n = number_of_pid(r, root, pid)))
		return;
	if (mem_room_zeroed(&root->in, &root->cap_in, n, sizeof(*root->in)))
		root->in[n] = in;
	else
		r->err = -ENOMEM;
}

static void note_map(struct symfs_roots *r, const struct pdata_record *rec, uint32_t pid,
		     uint32_t tid, uint64_t addr)
{
	for (uint32_t i = 0; i < r->nr; i++) {
		if (!has_pid(r, &r->root[i], pid))
			continue;
		if (mem_room(&r->maps, &r->cap_maps, r->nr_maps, sizeof(*r->maps)))
			r->maps[r->nr_maps++] =
				(struct symfs_root_map){ i, pid, tid, rec->time, rec->seq, addr };
		else
			r->err = -ENOMEM;
		return;
	}
}

void symfs_roots_add_record(struct symfs_roots *r, const struct pdata_record *rec)
{
	struct pdata_value v;

	if (!r->nr)
		return;
	switch (rec->type) {
	case PDATA_RECORD_MMAP:
		if (!pdata_record_decode(rec, &v, NULL))
			note_map(r, rec, v.u.mmap.pid, v.u.mmap.tid, v.u.mmap.addr);
		return;
	case PDATA_RECORD_MMAP2:
		if (!pdata_record_decode(rec, &v, NULL))
			note_map(r, rec, v.u.mmap2.pid, v.u.mmap2.tid, v.u.mmap2.addr);
		return;
	case PDATA_RECORD_NAMESPACES:
		if (pdata_record_decode(rec, &v, NULL) || v.u.namespaces.links.nr <= MOUNT_NS)
			return;
		for (uint32_t i = 0; i < r->nr; i++)
			set_symfs_pid(r, &r->root[i], v.u.namespaces.pid,
				      pdata_link_at(&v.u.namespaces.links, MOUNT_NS).ino ==
					      r->root[i].id);
		return;
	case PDATA_RECORD_FORK:
		if (pdata_record_decode(rec, &v, NULL) || v.u.task.pid == v.u.task.ppid)
			return;
		for (uint32_t i = 0; i < r->nr; i++)
			if (has_pid(r, &r->root[i], v.u.task.ppid))
				set_symfs_pid(r, &r->root[i], v.u.task.pid, true);
		return;
	default:
		return;
	}
}

/* Whether the file at @path may be that of @o. */
static bool is_file_of(const struct pdata_object *o, const char *path)
{
	const struct sym_build_id id = sym_id_make(o->build_id, o->build_id_size);
	struct sym_elf *e;

	if (!id.size)
		return sym_file_exists(path);
	e = sym_find_with_id(path, &id);
	if (!e)
		return false;
	sym_elf_close(e);
	return true;
}

/*
 * Paths of debugging information and of the build id cache, for files that are found by build id.
 */
static bool has_by_id(const char *dir, const struct pdata_object *o)
{
	const struct sym_build_id id = sym_id_make(o->build_id, o->build_id_size);
	char path[SYM_PATH_MAX];

	return (sym_debug_path(dir, &id, path, sizeof(path)) && sym_file_exists(path)) ||
	       (sym_cache_path(dir, &id, "elf", path, sizeof(path)) && sym_file_exists(path));
}

static const char *plain_of(const struct symfs_roots *r, const struct pdata_object *o)
{
	char path[SYM_PATH_MAX];

	for (uint32_t i = r->nr_plain; o->name[0] == '/' && i--;)
		if (sym_join(path, sizeof(path), r->plain[i], o->name) && is_file_of(o, path))
			return r->plain[i];
	for (uint32_t i = r->nr_plain; i--;)
		if (has_by_id(r->plain[i], o))
			return r->plain[i];
	return NULL;
}

int symfs_roots_seal(struct symfs_roots *r, const struct pdata_tasks *tasks)
{
	const uint32_t nr = pdata_tasks_nr_objects(tasks);
	const unsigned failures = mem_failures();

	if (!r->nr && r->nr_plain < 2)
		return 0;
	r->of = mem_alloc(nr + 1u, sizeof(*r->of));
	if (!r->of)
		return r->err = -ENOMEM;
	for (uint32_t i = 0; i < r->nr_maps; i++) {
		const struct symfs_root_map *m = &r->maps[i];
		const struct pdata_map *map;
		struct pdata_thread_at at;

		pdata_tasks_at(tasks, m->pid, m->tid, m->time, m->seq + 1, &at);
		map = resolve_user_map(at.maps, m->addr);
		if (map && !r->of[map->object->index])
			r->of[map->object->index] = r->root[m->root].dir;
	}
	for (uint32_t i = 0; r->nr_plain > 1 && i < nr; i++)
		if (!r->of[i])
			r->of[i] = plain_of(r, pdata_tasks_object(tasks, i));
	free(r->maps);
	r->maps = NULL;
	r->nr_maps = r->cap_maps = 0;
	if (mem_failures() != failures)
		r->err = -ENOMEM;
	return r->err;
}
