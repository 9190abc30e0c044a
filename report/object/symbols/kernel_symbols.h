/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/symbol_sources.h"
#include "object/symbols/kallsyms.h"

#include <pdata/tasks.h>

#define SYM_KERNEL_NAME "[kernel.kallsyms]"

/* The facts about the recorded kernel, and the files that were read for it. */
struct sym_kernel {
	const char *symfs, *kallsyms, *vmlinux, *modules; /* values of the options, or NULL */
	const char *kallsyms_name; /* name that the user gave: kallsyms may be a copy */
	const char *kcore;	   /* core file with the kernel's code, or NULL */
	struct sym_modules *files; /* files below modules, once they are listed */
	/* Files in the bundle of the recording, or NULL. */
	const struct pdata_bundle_files *embedded;
	struct sym_build_id id;
	/* --ignore-vmlinux, which has no effect on a file that the user names */
	bool ignore_vmlinux;
	bool demangle;
	struct sym_debuginfod *server; /* or NULL */
	bool foreign;		       /* recorded on another architecture */
	const char *ref;	       /* symbol with a recorded run-time address, or NULL */
	uint64_t ref_addr;
	struct kallsyms *lists[2]; /* kallsyms that were read: for the kernel, for modules */
	bool looked[2];
	enum { SYM_UNKNOWN, SYM_NO, SYM_YES } same_boot;
};

void sym_kernel_free(struct sym_kernel *k);

/* Fill @t with the symbols of the kernel. */
void sym_kernel_load(struct sym_kernel *k, struct sym_table_priv *t);

/*
 * Fill @t with the symbols of @module. @base_of gets the address at which the module was loaded,
 * given one of its addresses.
 */
typedef bool (*sym_base_fn)(const void *arg, uint64_t addr, uint64_t *base);
void sym_module_load(struct sym_kernel *k, const struct pdata_object *obj, const char *module,
		     sym_base_fn base_of, const void *arg, struct sym_table_priv *t);

/*
 * For a recording that was made on this machine and lacks the kernel's build id: take the build id
 * of the running kernel if this kernel has the recorded release, and its text is at the recorded
 * address. Return: whether the build id was taken.
 */
bool sym_kernel_adopt(struct sym_kernel *k, const char *hostname, const char *release);

/* Whether the recording was made on this machine since it was booted. */
bool sym_same_boot(struct sym_kernel *k);
