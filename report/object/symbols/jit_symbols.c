/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of code that a process made: its perf-PID.map, or its jitdump. */
#include "object/symbols/object_symbols_int.h"

#include "object/elf/bundle_objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A process id means something only on the machine of the recording, until that is started again; a
 * file below the directory that the user names is taken as it is.
 */
static char *read_perf_map(struct symbols *s, const char *symfs, const char *name,
			   char path[SYM_PATH_MAX], size_t *len)
{
	char *text = NULL;

	if (symfs && sym_join(path, SYM_PATH_MAX, symfs, name))
		text = sym_file_read(path, false, len);
	if (text || !sym_same_boot(&s->kernel))
		return text;
	snprintf(path, SYM_PATH_MAX, "%s", name);
	return sym_file_read(path, false, len);
}

/* The number in ".../jit-NUMBER.dump", 0: the name is another. */
static uint32_t jitdump_pid(const char *name)
{
	const char *slash = strrchr(name, '/');
	unsigned pid = 0;
	int end = 0;

	if (sscanf(slash ? slash + 1 : name, "jit-%u.dump%n", &pid, &end) < 1 || !end)
		return 0;
	return (slash ? slash + 1 : name)[end] ? 0 : pid;
}

/* The file in which process @pid said what code it made: it had it mapped, for this very purpose. */
static const struct pdata_object *find_jitdump(const struct symbols *s, uint32_t pid)
{
	const struct pdata_map *m;
	struct pdata_thread_at th;
	uint64_t at = 0;

	for (uint32_t i = 0; i < s->nr; i++)
		if (jitdump_pid(pdata_tasks_object(s->tasks, i)->name) == pid)
			return pdata_tasks_object(s->tasks, i);
	/* In a container it has another number. */
	pdata_tasks_at(s->tasks, pid, pid, UINT64_MAX, UINT64_MAX, &th);
	while ((m = pdata_mapset_next(th.maps, &at)))
		if (jitdump_pid(m->object->name))
			return m->object;
	return NULL;
}

/* Below the user's directory it is taken as it is; else it must be the very file that was mapped. */
static char *open_jitdump(struct symbols *s, const struct pdata_object *dump,
			  char path[SYM_PATH_MAX], size_t *len)
{
	const char *symfs = sym_symfs_of(s, dump);

	if (!sym_join(path, SYM_PATH_MAX, symfs, dump->name))
		return NULL;
	if (!symfs &&
	    (s->foreign || !(dump->ino ? sym_file_is(path, dump->maj, dump->min, dump->ino)
				       : sym_same_boot(&s->kernel))))
		return NULL;
	return sym_file_read(path, false, len);
}

/* What the recording carries of the code that process @pid made. */
static bool load_embedded_jit(struct symbols *s, uint32_t pid, struct sym_table_priv *t)
{
	const char *why;
	char *name = NULL, *text;
	bool found;
	size_t len;

	if (!pid || pid == UINT32_MAX)
		return false;
	text = bundle_find_file(sym_files_of(s), PDATA_BUNDLE_PERF_MAP, pid, &len, &name);
	found = text;
	if (text) {
		sym_map_load(text, len, t);
	} else {
		text = bundle_find_file(sym_files_of(s), PDATA_BUNDLE_JITDUMP, pid, &len, &name);
		found = text && sym_jitdump_load(text, len, jitdump_pid(name), t, &why);
	}
	if (found)
		sym_table_set_path(t, name);
	free(name);
	return found;
}

/* Return: whether there was one; then @t says what is wrong with it. */
static bool load_jitdump(struct symbols *s, uint32_t pid, struct sym_table_priv *t)
{
	const struct pdata_object *dump = pid && pid != UINT32_MAX ? find_jitdump(s, pid) : NULL;
	char path[SYM_PATH_MAX];
	const char *why;
	size_t len;
	char *data = dump ? open_jitdump(s, dump, path, &len) : NULL;

	if (dump && !data)
		sym_table_set_why(t, "%s is not there, or may be another process's", dump->name);
	if (!data)
		return dump;
	if (sym_jitdump_load(data, len, jitdump_pid(dump->name), t, &why))
		sym_table_set_path(t, path);
	if (why)
		sym_table_set_why(t, "%s %s", path, why);
	return true;
}

void sym_jit_load(struct symbols *s, const struct pdata_object *obj, struct sym_table_priv *t)
{
	const char *name = s->dsos[obj->index].name;
	char path[SYM_PATH_MAX];
	size_t len;
	char *text;

	if (load_embedded_jit(s, obj->pid, t))
		return;
	text = read_perf_map(s, sym_symfs_of(s, obj), name, path, &len);
	if (text) {
		sym_table_set_path(t, path);
		sym_map_load(text, len, t);
	} else if (load_jitdump(s, obj->pid, t)) {
		return;
	} else if (sym_same_boot(&s->kernel)) {
		sym_table_set_why(t, "%s is not there", name);
	} else {
		sym_table_set_why(t, "%s may be another process's: not this machine's run", name);
	}
}
