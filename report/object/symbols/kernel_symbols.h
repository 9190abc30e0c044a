/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/symbol_sources.h"
#include "object/symbols/kallsyms.h"

#include <pdata/tasks.h>

#define SYM_KERNEL_NAME "[kernel.kallsyms]"

/* What is known of the recorded kernel, and what was read for it. */
struct sym_kernel {
	const char *symfs, *kallsyms, *vmlinux, *modules; /* options, or NULL */
	const char *kallsyms_name; /* as the user named it: kallsyms may be a copy */
	const char *kcore;	   /* a core file with its code, or NULL */
	struct sym_modules *files; /* below modules, when they were listed */
	const struct pdata_bundle_files *embedded; /* files that the recording carries, or NULL */
	struct sym_build_id id;
	bool ignore_vmlinux; /* unless it was named */
	bool demangle;
	struct sym_debuginfod *server; /* or NULL */
	bool foreign;		       /* not a kernel that could run here */
	const char *ref;	       /* a symbol whose run-time address was recorded, or NULL */
	uint64_t ref_addr;
	struct kallsyms *lists[2]; /* what was read: for the kernel, for modules */
	bool looked[2];
	enum { SYM_UNKNOWN, SYM_NO, SYM_YES } same_boot;
};

void sym_kernel_free(struct sym_kernel *k);

/* Names for the kernel. */
void sym_kernel_load(struct sym_kernel *k, struct sym_table_priv *t);

/* Names for a module. @base_of gives the address it was loaded at, by one that it has now. */
typedef bool (*sym_base_fn)(const void *arg, uint64_t addr, uint64_t *base);
void sym_module_load(struct sym_kernel *k, const struct pdata_object *obj, const char *module,
		     sym_base_fn base_of, const void *arg, struct sym_table_priv *t);

/*
 * A recording without the kernel's build id that was made on this machine: its kernel is the
 * running one if that has its release and its text at the same address. Return: whether it is.
 */
bool sym_kernel_adopt(struct sym_kernel *k, const char *hostname, const char *release);

/* Is this the machine of the recording, and has it not been started again since? */
bool sym_same_boot(struct sym_kernel *k);
