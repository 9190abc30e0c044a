/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/symbol_sources.h"
#include "object/symbols/kallsyms.h"

#include <pdata/tasks.h>

#define SYM_KERNEL_NAME "[kernel.kallsyms]"

/* The facts about the recorded kernel, options, and the files that were read for the kernel. */
struct sym_kernel {
	/* arguments of --symfs, --kallsyms, --vmlinux and --modules; NULL: option not set */
	const char *symfs, *kallsyms, *vmlinux, *modules;
	const char *kallsyms_name; /* name of @kallsyms in messages; @kallsyms may be a copy */
	const char *kcore;	   /* core file with the kernel's code; NULL: none */
	struct sym_modules *files; /* list of the files below @modules; NULL: not listed yet */
	/* files in the bundle of the recording; NULL: no bundle */
	const struct pdata_bundle_files *embedded;
	struct sym_build_id id;
	/* --ignore-vmlinux: do not search a vmlinux; @vmlinux is used nevertheless */
	bool ignore_vmlinux;
	bool demangle;
	struct sym_debuginfod *server; /* client of debuginfod servers; NULL: no server */
	bool foreign;		       /* another architecture was recorded */
	/* name of a symbol whose recorded run-time address is @ref_addr; NULL: none */
	const char *ref;
	uint64_t ref_addr;
	struct kallsyms *lists[2]; /* the kallsyms for the kernel [0] and for modules [1] */
	bool looked[2];
	enum { SYM_UNKNOWN, SYM_NO, SYM_YES } same_boot;
};

void sym_kernel_free(struct sym_kernel *k);

/* Fill @t with the symbols of the kernel @k; if @k has none, set the reason in @t. */
void sym_kernel_load(struct sym_kernel *k, struct sym_table_priv *t);

/*
 * Function that sets *@base to the address at which a module was loaded. @addr: an address in the
 * module. Return: false: not known.
 */
typedef bool (*sym_base_fn)(const void *arg, uint64_t addr, uint64_t *base);
/*
 * Fill @t with the symbols of the module @obj. @module: its name in brackets, such as "[nf_nat]".
 * @base_of(@arg, ...) is called to get the load address of the module.
 */
void sym_module_load(struct sym_kernel *k, const struct pdata_object *obj, const char *module,
		     sym_base_fn base_of, const void *arg, struct sym_table_priv *t);

/*
 * If @k->id is empty, set it to the build id of the running kernel, provided that hostname and
 * release of this machine are the recorded ones, and the kernel's text is at the recorded address.
 * Return: whether @k->id was set.
 */
bool sym_kernel_adopt(struct sym_kernel *k, const char *hostname, const char *release);

/* Return: whether the recording was made on this machine since the last boot. */
bool sym_same_boot(struct sym_kernel *k);
