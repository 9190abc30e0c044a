/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the source files that find symbols of objects. */

#include "object/symbols/dso_code.h"
#include "object/symbols/inlines.h"
#include "object/symbols/kernel_symbols.h"
#include "object/symbols/object_symbols.h"
#include "object/symbols/symfs.h"

#include <pthread.h>
#include <stdatomic.h>

struct symbols {
	const struct pdata_tasks *tasks;
	bool demangle, foreign, any_owner;
	char *symfs, *kallsyms, *vmlinux, *kcore, *modules, *ref;
	char *kallsyms_name;
	/*
	 * path of the recording, if pdata has made it, or has appended data (trailer) to it; NULL:
	 * neither
	 */
	char *of_pdata;
	const struct symfs_roots *roots;
	struct sym_kernel kernel;
	/*
	 * handle of the thread that loads the kernel's symbols; NULL: there is no such thread, or
	 * it was joined
	 */
	struct kernel_prefetch *ahead;
	struct sym_strs strs;
	uint32_t nr;
	/*
	 * symbol tables of the objects, indexed by pdata_object.index; an element is NULL until
	 * the table of its object is loaded
	 */
	struct sym_table_priv **tabs;
	/* the one symbol table that all objects of the kind DSO_KIND_KERNEL share */
	struct sym_table_priv *kernel_tab;
	/*
	 * symbols of the running kernel, for addresses whose names the recording does not store;
	 * NULL until symbols_unstored() needs the symbols
	 */
	struct sym_table_priv *running_tab;
	bool running_looked;
	pthread_mutex_t running_lock; /* protects @running_tab and @running_looked */
	struct dso_names *dsos;
	struct sym_inlines inlines;
	const struct pdata_symbols *bundle;
	struct dso_code code;
	/*
	 * function that is called before each load of a symbol table; symbols_before_load() sets
	 * this member; NULL: no function is called
	 */
	symbols_load_fn *before_load;
	void *before_load_ctx;
	atomic_int err;	   /* 0; -ENOMEM: memory was exhausted when symbols were loaded */
	unsigned failures; /* value that mem_failures() had when symbols_new() was called */
};

/* Return: the --symfs directory that is put before the paths of @obj's files; NULL: none. */
static inline const char *sym_symfs_of(const struct symbols *s, const struct pdata_object *obj)
{
	return s->roots ? symfs_dir_of(s->roots, obj->index) : s->symfs;
}

/*
 * Return: the files that pdata has appended to the recording (bundle). NULL if there are none, if
 * they cannot be read, or if one of --symfs, --kallsyms and --vmlinux replaces these files.
 */
static inline const struct pdata_bundle_files *sym_files_of(const struct symbols *s)
{
	return s->roots ? s->roots->files : NULL;
}

/*
 * Return: the symbol table of @obj; never NULL. The first call for an object loads its table. For
 * the threads that may load tables at the same time, see symbols_are_shared(). If the table cannot
 * be loaded because memory is exhausted, return an empty table.
 */
const struct sym_table *symbols_table(struct symbols *s, const struct pdata_object *obj);

/*
 * Allocate the array @s->inlines.objects, with one element for each object, unless it is allocated
 * already. Return: 0; -ENOMEM: memory is exhausted.
 */
int symbols_debug_room(struct symbols *s);
/*
 * Open the debugging information of @obj and store it in @s->inlines.objects. The symbol table of
 * @obj must be loaded. Only the first call for an object opens files. Return: whether debugging
 * information of @obj is open now.
 */
bool symbols_load_debug(struct symbols *s, const struct pdata_object *obj);
/*
 * Open the debugging information of @obj, which is a user file. Each call returns a new struct
 * dwarf_file, so that several threads can have one each. Return: the struct, which the caller
 * closes with dwarf_file_close(); NULL if no debugging information is found or if it cannot be
 * read.
 */
struct dwarf_file *symbols_open_debug(struct symbols *s, const struct pdata_object *obj);

/*
 * jit_symbols.c: fill the table @t with the symbols of the code that the process @obj->pid
 * generated, from a perf map or a jitdump. If no symbols are found, set @t->pub.why to the reason.
 * Return: 0; -ENOMEM: memory is exhausted.
 */
int sym_jit_load(struct symbols *s, const struct pdata_object *obj, struct sym_table_priv *t);
