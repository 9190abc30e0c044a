/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lists the module files below the directory of --modules and finds a module's file by name and
 * build id.
 */
#include "object/symbols/kernel_modules.h"

#include "base/command.h"
#include "object/symbols/dso_kind.h"

#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NR_MAX (1u << 20)

struct sym_modules {
	struct module_file {
		char *name; /* as the recording has it: "[nf_nat]" */
		char *path;
	} * all;
	uint32_t nr;
};

/* Names as perf makes them of paths; files with debugging information only are "x.ko.debug". */
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

static void add_module_file(struct sym_modules *m, const char *path)
{
	char name[SYM_PATH_MAX];

	if (m->nr == NR_MAX || !make_module_name(path, name, sizeof(name)))
		return;
	if (!(m->nr & (m->nr - 1)))
		m->all = rep_grow(m->all, m->nr ? 2 * m->nr : 1, sizeof(*m->all));
	m->all[m->nr++] = (struct module_file){ rep_strdup(name), rep_strdup(path) };
}

struct sym_modules *sym_modules_list(const char *dir)
{
	struct sym_modules *m = rep_alloc(1, sizeof(*m));
	char *copy = rep_strdup(dir);
	char *const roots[] = { copy, NULL };
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_COMFOLLOW, NULL);
	FTSENT *e;

	while (fts && (e = fts_read(fts)))
		if (e->fts_info == FTS_F)
			add_module_file(m, e->fts_path);
	if (fts)
		fts_close(fts);
	free(copy);
	return m;
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
