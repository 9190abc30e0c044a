/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the files that find symbols of objects. */

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
	char *with_trailer; /* path of the recording, or NULL */
	const struct symfs_roots *roots;
	struct sym_kernel kernel;
	struct kernel_prefetch *ahead; /* thread that reads kernel names, until it is joined */
	struct sym_strs strs;
	uint32_t nr;
	struct sym_table_priv **tabs;	   /* NULL: not asked for */
	struct sym_table_priv *kernel_tab; /* one table for all maps of the kernel */
	struct dso_names *dsos;
	struct sym_inlines inlines;
	const struct pdata_symbols *bundle;
	struct dso_code code;
	symbols_load_fn *before_load; /* see symbols_before_load(); or NULL */
	void *before_load_ctx;
	atomic_int err;	   /* -ENOMEM if memory was exhausted, else 0 */
	unsigned failures; /* mem_failures() when the symbols were created */
};

/* Return: the directory that replaces / when files of @obj are looked for; NULL: none. */
static inline const char *sym_symfs_of(const struct symbols *s, const struct pdata_object *obj)
{
	return s->roots ? symfs_dir_of(s->roots, obj->index) : s->symfs;
}

/* Return: files in the bundle of the recording, or NULL. */
static inline const struct pdata_bundle_files *sym_files_of(const struct symbols *s)
{
	return s->roots ? s->roots->files : NULL;
}

/*
 * Return: the table of an object, which is loaded if it was not yet. Never NULL; one thread at a
 * time.
 */
const struct sym_table *symbols_table(struct symbols *s, const struct pdata_object *obj);

/* Make room for the debugging information of all objects. Return: 0 or -ENOMEM. */
int symbols_debug_room(struct symbols *s);
/*
 * Open the debugging information of an object whose table is loaded. Return: whether there is any.
 */
bool symbols_load_debug(struct symbols *s, const struct pdata_object *obj);
/* Open another handle of the debugging information of a user object, or return NULL. */
struct dwarf_file *symbols_open_debug(struct symbols *s, const struct pdata_object *obj);

/*
 * jit_symbols.c: fill @t with the code that the process of @obj made at run time. Return: 0 or
 * -ENOMEM.
 */
int sym_jit_load(struct symbols *s, const struct pdata_object *obj, struct sym_table_priv *t);
