/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists the module files below the directory of --modules and finds a module's file by name and
 * build id.
 */
#include "object/symbols/kernel_modules.h"

#include "base/memory.h"
#include "object/symbols/dso_kind.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define NR_MAX (1u << 20)

struct sym_modules {
	struct module_file {
		char *name; /* name in the recording: "[nf_nat]" */
		char *path;
	} * all;
	uint32_t nr;
};

/*
 * Make the name that perf makes of a path; files with debugging information only are named
 * "x.ko.debug".
 */
static bool make_module_name(const char *path, char *buf, size_t size)
{
	char plain[SYM_PATH_MAX];
	size_t n = strlen(path);

	if (n > 4 && n < sizeof(plain) && !strcmp(path + n - 4, ".zst"))
		n -= 4;
	else if (n > 6 && n < sizeof(plain) && !strcmp(path + n - 6, ".debug"))
		n -= 6;
	return (size_t)snprintf(plain, sizeof(plain), "%.*s", (int)n, path) < sizeof(plain) &&
	       dso_module_name(plain, buf, size);
}

/* Return: false if memory is exhausted. */
static bool add_module_file(struct sym_modules *m, const char *path)
{
	char name[SYM_PATH_MAX];
	struct module_file f;

	if (m->nr == NR_MAX || !make_module_name(path, name, sizeof(name)))
		return true;
	if (!mem_room_at_end(&m->all, m->nr, sizeof(*m->all)))
		return false;
	f = (struct module_file){ mem_strdup(name), mem_strdup(path) };
	if (!f.name || !f.path) {
		free(f.name);
		free(f.path);
		return false;
	}
	m->all[m->nr++] = f;
	return true;
}

/* Directories that are still to be read; not by fts(3), which fails if memory is exhausted. */
struct dir_queue {
	char **path;
	uint32_t nr, done;
};

/* Return: false if memory is exhausted. */
static bool add_dir(struct dir_queue *q, const char *path)
{
	if (q->nr == NR_MAX)
		return true;
	if (!mem_room_at_end(&q->path, q->nr, sizeof(*q->path)))
		return false;
	q->path[q->nr] = mem_strdup(path);
	return q->path[q->nr] && ++q->nr;
}

/* Add the directory at @path, to be read later, or the file; symbolic links are not followed. */
static bool add_found(struct sym_modules *m, struct dir_queue *q, const char *path)
{
	struct stat st;

	if (lstat(path, &st))
		return true;
	if (S_ISDIR(st.st_mode))
		return add_dir(q, path);
	return !S_ISREG(st.st_mode) || add_module_file(m, path);
}

/*
 * Read a directory; one that cannot be read has no modules. Return: false if memory is exhausted.
 */
static bool list_dir(struct sym_modules *m, struct dir_queue *q, const char *dir)
{
	char path[SYM_PATH_MAX];
	const struct dirent *d;
	bool done = true;
	DIR *all;

	errno = 0;
	all = opendir(dir);
	if (!mem_check_errno(all))
		return errno != ENOMEM;
	while (done && (d = readdir(all)))
		if (strcmp(d->d_name, ".") && strcmp(d->d_name, "..") &&
		    sym_join(path, sizeof(path), dir, d->d_name))
			done = add_found(m, q, path);
	closedir(all);
	return done;
}

void sym_modules_free(struct sym_modules *m)
{
	if (!m)
		return;
	for (uint32_t i = 0; i < m->nr; i++) {
		free(m->all[i].name);
		free(m->all[i].path);
	}
	free(m->all);
	free(m);
}

struct sym_modules *sym_modules_list(const char *dir)
{
	struct sym_modules *m = mem_alloc(1, sizeof(*m));
	struct dir_queue q = { .nr = 0 };
	bool done = m && add_dir(&q, dir);

	while (done && q.done < q.nr)
		done = list_dir(m, &q, q.path[q.done++]);
	while (q.nr)
		free(q.path[--q.nr]);
	free(q.path);
	if (!done) {
		sym_modules_free(m);
		m = NULL;
	}
	return m;
}

bool sym_modules_open(const struct sym_modules *m, const char *module,
		      const struct sym_build_id *id, struct sym_elf_use *u, char path[SYM_PATH_MAX],
		      const char **why)
{
	for (uint32_t i = 0; m && i < m->nr; i++) {
		struct sym_build_id is;
		struct sym_elf *e;

		if (strcmp(m->all[i].name, module) || !(e = sym_elf_open(m->all[i].path, why)))
			continue;
		is = sym_elf_build_id(e);
		if ((!id->size || sym_id_match(id, &is)) && sym_elf_has_symtab(e)) {
			snprintf(path, SYM_PATH_MAX, "%s", m->all[i].path);
			*u = (struct sym_elf_use){ .syms = e, .runtime = e };
			return true;
		}
		sym_elf_close(e);
	}
	return false;
}
