/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the source files that find symbols of objects. */

#include "object/symbols/dso_code.h"
#include "object/symbols/inlines.h"
#include "object/symbols/kernel_symbols.h"
#include "object/symbols/object_symbols.h"
#include "object/symbols/symfs.h"

#include <stdatomic.h>

struct symbols {
	const struct pdata_tasks *tasks;
	bool demangle, foreign, any_owner;
	char *symfs, *kallsyms, *vmlinux, *kcore, *modules, *ref;
	char *kallsyms_name;
	/* path of the recording if its trailer may have symbols; otherwise NULL */
	char *with_trailer;
	const struct symfs_roots *roots;
	struct sym_kernel kernel;
	/* thread that loads kernel symbols; NULL: there is no such thread, or it was joined */
	struct kernel_prefetch *ahead;
	struct sym_strs strs;
	uint32_t nr;
	/* array, indexed by pdata_object.index; an element is NULL until the table is loaded */
	struct sym_table_priv **tabs;
	struct sym_table_priv *kernel_tab; /* the one table for all objects of the kernel */
	struct dso_names *dsos;
	struct sym_inlines inlines;
	const struct pdata_symbols *bundle;
	struct dso_code code;
	symbols_load_fn *before_load; /* function of symbols_before_load(); NULL: none */
	void *before_load_ctx;
	atomic_int err;	   /* 0; -ENOMEM: memory was exhausted */
	unsigned failures; /* value of mem_failures() in symbols_new() */
};

/* Return: the --symfs directory that is put before paths of files of @obj; NULL: none. */
static inline const char *sym_symfs_of(const struct symbols *s, const struct pdata_object *obj)
{
	return s->roots ? symfs_dir_of(s->roots, obj->index) : s->symfs;
}

/*
 * Return: the files in the bundle of the recording; NULL: the recording has no bundle that can be
 * read, or --symfs, --kallsyms or --vmlinux replace the bundle.
 */
static inline const struct pdata_bundle_files *sym_files_of(const struct symbols *s)
{
	return s->roots ? s->roots->files : NULL;
}

/*
 * Return: the symbol table of @obj, never NULL. The first call for an object loads the table. Only
 * one thread at a time may load tables.
 */
const struct sym_table *symbols_table(struct symbols *s, const struct pdata_object *obj);

/*
 * Allocate the array @s->inlines.objects, with one element for each object. Return: 0 or -ENOMEM.
 */
int symbols_debug_room(struct symbols *s);
/*
 * Open the debugging information of @obj, whose symbol table must be loaded; later calls do not
 * open it again. Return: whether @obj has debugging information.
 */
bool symbols_load_debug(struct symbols *s, const struct pdata_object *obj);
/*
 * Open the debugging information of the user object @obj once more, for another thread. Return:
 * NULL: not found, or it cannot be read.
 */
struct dwarf_file *symbols_open_debug(struct symbols *s, const struct pdata_object *obj);

/*
 * Fill @t with symbols of the code that the process of @obj generated, from a perf map or a
 * jitdump. Return: 0 or -ENOMEM. (jit_symbols.c)
 */
int sym_jit_load(struct symbols *s, const struct pdata_object *obj, struct sym_table_priv *t);
