/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the functions of split units, which -gsplit-dwarf puts into .dwo files, and which .dwp
 * packages collect.
 */
#include "object/dwarf/dwarf_int.h"

#include "base/memory.h"
#include "base/message.h"

#ifdef HAVE_DW

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Paths at which the .dwo file of a unit may be: where the compiler wrote it, and beside the
 * object.
 */
struct dwo_paths {
	char path[2][SYM_PATH_MAX];
	unsigned nr;
};

static void add_dwo_path(struct dwo_paths *p, const char *symfs, const char *dir, size_t dir_len,
			 const char *name)
{
	char below[SYM_PATH_MAX];
	const int n = snprintf(below, sizeof(below), "%.*s%s%s", (int)dir_len, dir,
			       dir_len ? "/" : "", name);

	if (dir_len < SYM_PATH_MAX && n > 0 && (size_t)n < sizeof(below) &&
	    sym_join(p->path[p->nr], sizeof(p->path[p->nr]), symfs, below))
		p->nr++;
}

static char *dup_die_string(const struct die_unit *u, const struct die_attrs *at,
			    enum die_attr_id what)
{
	const char *text = die_string(u, &at->is[what]);

	return text ? mem_strdup(text) : NULL;
}

static void find_dwo_paths(const struct dwarf_file *d, const struct dwarf_unit *u,
			   struct dwo_paths *p)
{
	const char *slash = strrchr(d->name, '/'), *last;
	struct die_attrs at;
	char *name, *dir;

	p->nr = 0;
	if (!die_unit_open(u->unit, NULL, &at))
		return;
	name = dup_die_string(u->unit, &at, DIE_DWO_NAME);
	dir = dup_die_string(u->unit, &at, DIE_COMP_DIR);
	if (name && name[0]) {
		last = strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
		if (name[0] == '/')
			add_dwo_path(p, d->symfs, "", 0, name);
		else if (dir)
			add_dwo_path(p, d->symfs, dir, strlen(dir), name);
		if (slash)
			add_dwo_path(p, d->symfs, d->name, (size_t)(slash - d->name), last);
	}
	free(name);
	free(dir);
}

/* ---- packages ---------------------------------------------------------------------------- */

/* Linkers and debuggers have the package at "OBJECT.dwp". */
static void open_package(struct dwarf_file *d)
{
	char name[SYM_PATH_MAX], path[SYM_PATH_MAX];
	const int n = snprintf(name, sizeof(name), "%s.dwp", d->name);
	const char *why;

	d->package_asked = true;
	if (n < 0 || (size_t)n >= sizeof(name) || !sym_join(path, sizeof(path), d->symfs, name) ||
	    !sym_file_exists(path))
		return;
	d->package_elf = sym_elf_open(path, &why);
	if (!d->package_elf)
		return;
	die_src_init(&d->package, d->package_elf, true, false);
	die_list_units(&d->package);
	die_locate_units(&d->package);
}

static bool find_in_package(struct dwarf_file *d, struct dwarf_unit *u)
{
	struct die_attrs at;

	if (!d->package_asked)
		open_package(d);
	if (!d->package_elf)
		return false;
	for (uint32_t i = 0; i < d->package.nr_units; i++) {
		struct die_unit *of = &d->package.units[i];

		if (of->placed && of->id == u->unit->id && die_unit_open(of, u->unit, &at) &&
		    of->tag == DW_TAG_compile_unit) {
			u->split = &d->package;
			u->code = of;
			return true;
		}
	}
	return false;
}

void dwarf_package_close(struct dwarf_file *d)
{
	if (!d->package_elf)
		return;
	die_src_free(&d->package);
	sym_elf_close(d->package_elf);
}

/* ---- files of their own ------------------------------------------------------------------ */

/* Return: the split unit of @u in @s. */
static struct die_unit *unit_in(struct die_src *s, const struct die_unit *u)
{
	struct die_attrs at;

	die_list_units(s);
	for (uint32_t i = 0; i < s->nr_units; i++) {
		struct die_unit *of = &s->units[i];

		if (die_unit_open(of, u, &at) && of->tag == DW_TAG_compile_unit && of->has_id &&
		    of->id == u->id)
			return of;
	}
	return NULL;
}

static bool open_at(struct dwarf_unit *u, const char *path)
{
	const char *why;

	u->split_elf = sym_elf_open(path, &why);
	if (!u->split_elf)
		return false;
	u->split = mem_alloc(1, sizeof(*u->split));
	if (!u->split) {
		sym_elf_close(u->split_elf);
		u->split_elf = NULL;
		return false;
	}
	die_src_init(u->split, u->split_elf, true, false);
	u->code = unit_in(u->split, u->unit);
	if (!u->code)
		dwarf_split_close(u);
	return u->code;
}

/* Report missing .dwo files, once for the object. */
static void warn_missing_dwo(struct dwarf_file *d, const char *first)
{
	uint32_t nr = 0, all = 0;
	struct dwo_paths p;

	d->split_said = true;
	for (uint32_t i = 0; i < d->nr; i++) {
		bool found = false;

		if (!d->units[i].split_off)
			continue;
		all++;
		find_dwo_paths(d, &d->units[i], &p);
		for (unsigned k = 0; k < p.nr && !found; k++)
			found = sym_file_exists(p.path[k]);
		nr += !found;
	}
	rep_err("%s: the split debugging information in %s cannot be used, and %u of %u .dwo files "
		"are missing: inlined functions in this code are not shown",
		d->name, first, nr, all);
}

void dwarf_split_find(struct dwarf_file *d, struct dwarf_unit *u)
{
	struct dwo_paths p;
	bool found = false;

	if (!u->split_off || u->split_asked || !d->name)
		return;
	u->split_asked = true;
	if (find_in_package(d, u))
		return;
	find_dwo_paths(d, u, &p);
	for (unsigned i = 0; i < p.nr && !found; i++)
		found = open_at(u, p.path[i]);
	if (!found && p.nr && !d->split_said && mem_failures() == d->failures)
		warn_missing_dwo(d, p.path[0]);
}

void dwarf_split_close(struct dwarf_unit *u)
{
	if (u->split_elf) {
		die_src_free(u->split);
		free(u->split);
		sym_elf_close(u->split_elf);
	}
	u->split = NULL;
	u->split_elf = NULL;
	u->code = NULL;
}

#endif
