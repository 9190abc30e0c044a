/* SPDX-License-Identifier: BSD-2-Clause */
/* Loads names of code that a process made, from its perf-PID.map or its jitdump. */
#include "object/symbols/object_symbols_int.h"

#include "base/memory.h"
#include "base/message.h"
#include "object/elf/bundle_objects.h"
#include "object/elf/process_roots.h"
#include "object/elf/sym_text.h"
#include "object/symbols/jit_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Return: the user that process @pid runs as, if it still runs on this machine; else the user that
 * runs pdata.
 */
static uint32_t get_jit_file_owner(struct symbols *s, uint32_t pid)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%u", pid);
	return sym_same_boot(&s->kernel) && !stat(path, &st) ? st.st_uid : geteuid();
}

/* Report that names after the end of the part that is read are missing. */
static void say_large(const char *path, const struct sym_text *x)
{
	struct stat st;

	if (x->len >= SYM_FILE_MAX && !stat(path, &st) && (uint64_t)st.st_size > x->len)
		rep_err("%s: has %llu bytes, but only the first %llu are read: later symbols are "
			"missing",
			path, (unsigned long long)st.st_size, (unsigned long long)x->len);
}

/*
 * Open a file that a process wrote. Return: 1; 0: it does not exist, or may not be read; -ENOMEM.
 */
static int open_jit_text(struct sym_text *x, const char *path, uint32_t uid)
{
	const int ret = sym_text_open(x, path, uid);

	if (!ret)
		say_large(path, x);
	return ret == -ENOMEM ? ret : !ret;
}

/*
 * Open a file of process @pid in a directory in which others may write, too. Return: as
 * open_jit_text(); 0 after a message if the file belongs to another user.
 */
static int open_own_jit_text(struct symbols *s, uint32_t pid, const char *path, struct sym_text *x)
{
	const uint32_t uid = s->any_owner ? SYM_ANY_OWNER : get_jit_file_owner(s, pid);
	const int ret = open_jit_text(x, path, uid);

	if (!ret && errno == ELOOP)
		rep_err("%s: is a symbolic link and is not read, so symbols of JIT code are "
			"missing; put the file itself there",
			path);
	else if (!ret && errno == EPERM)
		rep_err("%s: not owned by current user or root, ignoring it (use -f to override)",
			path);
	return ret;
}

/*
 * A pid has a meaning only on the machine of the recording, and until that is booted again. A file
 * below a directory that the user names may belong to anybody.
 */
static int open_perf_map(struct symbols *s, const struct pdata_object *obj, char path[SYM_PATH_MAX],
			 struct sym_text *x)
{
	const char *symfs = sym_symfs_of(s, obj), *name = s->dsos[obj->index].name;
	int ret = 0;

	if (symfs && sym_join(path, SYM_PATH_MAX, symfs, name))
		ret = open_jit_text(x, path, SYM_ANY_OWNER);
	if (ret || !sym_same_boot(&s->kernel))
		return ret;
	/* In a container, the process has another number and another /tmp. */
	if (s->roots && s->roots->processes &&
	    sym_process_map_path(obj->pid, s->roots->recorded_ns, path))
		ret = open_own_jit_text(s, obj->pid, path, x);
	if (ret)
		return ret;
	snprintf(path, SYM_PATH_MAX, "%s", name);
	return open_own_jit_text(s, obj->pid, path, x);
}

/* Return: the number in ".../jit-NUMBER.dump"; 0: another name. */
static uint32_t jitdump_pid(const char *name)
{
	const char *slash = strrchr(name, '/');
	unsigned pid = 0;
	int end = 0;

	if (sscanf(slash ? slash + 1 : name, "jit-%u.dump%n", &pid, &end) < 1 || !end)
		return 0;
	return (slash ? slash + 1 : name)[end] ? 0 : pid;
}

/*
 * Find the jitdump of process @pid by its map: the process maps the file so that recordings have
 * its name.
 */
static const struct pdata_object *find_jitdump(const struct symbols *s, uint32_t pid)
{
	const struct pdata_map *m;
	struct pdata_thread_at th;
	uint64_t at = 0;

	for (uint32_t i = 0; i < s->nr; i++)
		if (jitdump_pid(pdata_tasks_object(s->tasks, i)->name) == pid)
			return pdata_tasks_object(s->tasks, i);
	/* In a container the process has another number. */
	pdata_tasks_at(s->tasks, pid, pid, UINT64_MAX, UINT64_MAX, &th);
	while ((m = pdata_mapset_next(th.maps, &at)))
		if (jitdump_pid(m->object->name))
			return m->object;
	return NULL;
}

/*
 * Open the jitdump at @path if it is the file that was mapped; the process may have appended to it
 * after the recording. Return: as open_own_jit_text(); 0 if it is another file.
 */
static int open_mapped_dump(struct symbols *s, uint32_t pid, const struct pdata_object *dump,
			    const char *path, struct sym_text *x)
{
	const struct sym_file_id id = sym_file_id_of(dump, 0);

	if (dump->ino ? sym_file_compare(path, &id) != SYM_FILE_SAME : !sym_same_boot(&s->kernel))
		return 0;
	return open_own_jit_text(s, pid, path, x);
}

/*
 * Below the directory that the user names, the file may belong to anybody; elsewhere it must be
 * the file that was mapped. A process in a container has another directory /tmp.
 */
static int open_jitdump(struct symbols *s, uint32_t pid, const struct pdata_object *dump,
			char path[SYM_PATH_MAX], struct sym_text *x)
{
	const char *symfs = sym_symfs_of(s, dump);
	int ret = 0;

	if (symfs)
		return sym_join(path, SYM_PATH_MAX, symfs, dump->name)
			       ? open_jit_text(x, path, SYM_ANY_OWNER)
			       : 0;
	if (s->foreign)
		return 0;
	if (sym_same_boot(&s->kernel) && s->roots && s->roots->processes &&
	    sym_process_file_path(pid, s->roots->recorded_ns, dump->name, path))
		ret = open_mapped_dump(s, pid, dump, path, x);
	if (ret || !sym_join(path, SYM_PATH_MAX, NULL, dump->name))
		return ret;
	return open_mapped_dump(s, pid, dump, path, x);
}

/* Get the bytes of @f, which live as long as the symbols. */
static struct sym_text text_of_bundle(const struct pdata_bundle_file *f)
{
	return (struct sym_text){ .mem = (const char *)f->data,
				  .fd = -1,
				  .len = f->size < SYM_FILE_MAX ? f->size : SYM_FILE_MAX };
}

/*
 * Load code that process @pid made from the bundle of the recording. Return: 1; 0: nothing there;
 * -ENOMEM.
 */
static int load_embedded_jit(struct symbols *s, uint32_t pid, struct sym_table_priv *t)
{
	const struct pdata_bundle_file *f;
	struct sym_text x;
	const char *why;
	char *name;
	int ret;

	if (!pid || pid == UINT32_MAX)
		return 0;
	f = bundle_find_file(sym_files_of(s), PDATA_BUNDLE_PERF_MAP, pid);
	if (!f)
		f = bundle_find_file(sym_files_of(s), PDATA_BUNDLE_JITDUMP, pid);
	if (!f)
		return 0;
	name = strndup(f->name.s, f->name.len);
	if (!name) {
		mem_count_failure();
		return -ENOMEM;
	}
	x = text_of_bundle(f);
	if (f->kind == PDATA_BUNDLE_PERF_MAP)
		ret = perf_map_load(&x, t) ? -ENOMEM : 1;
	else
		ret = sym_jitdump_load(&x, jitdump_pid(name), t, &why);
	if (ret > 0)
		sym_table_set_path(t, name);
	free(name);
	return ret;
}

/* Return: 1: there was a jitdump, and @t says if something is wrong with it; 0; -ENOMEM. */
static int load_jitdump(struct symbols *s, uint32_t pid, struct sym_table_priv *t)
{
	const struct pdata_object *dump = pid && pid != UINT32_MAX ? find_jitdump(s, pid) : NULL;
	char path[SYM_PATH_MAX];
	struct sym_text x;
	const char *why;
	int ret = dump ? open_jitdump(s, pid, dump, path, &x) : 0;

	if (dump && !ret)
		sym_table_set_why(t, "%s does not exist, or may be the file of another process",
				  dump->name);
	if (ret <= 0)
		return ret < 0 ? ret : dump != NULL;
	ret = sym_jitdump_load(&x, jitdump_pid(dump->name), t, &why);
	if (ret > 0)
		sym_table_set_path(t, path);
	if (why)
		sym_table_set_why(t, "%s %s", path, why);
	return ret < 0 ? ret : 1;
}

static int load_perf_map(struct symbols *s, const struct pdata_object *obj,
			 struct sym_table_priv *t)
{
	char path[SYM_PATH_MAX];
	struct sym_text x;
	const int ret = open_perf_map(s, obj, path, &x);

	if (ret <= 0)
		return ret;
	sym_table_set_path(t, path);
	return perf_map_load(&x, t) ? -ENOMEM : 1;
}

int sym_jit_load(struct symbols *s, const struct pdata_object *obj, struct sym_table_priv *t)
{
	const char *name = s->dsos[obj->index].name;
	int ret = load_embedded_jit(s, obj->pid, t);

	if (!ret)
		ret = load_perf_map(s, obj, t);
	if (!ret)
		ret = load_jitdump(s, obj->pid, t);
	if (ret)
		return ret < 0 ? ret : 0;
	if (sym_same_boot(&s->kernel))
		sym_table_set_why(t, "%s does not exist", name);
	else
		sym_table_set_why(t,
				  "%s was not read: the recording is of another machine or boot, "
				  "so this file may be of another process",
				  name);
	return 0;
}
