/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/symbol_sources.h"
#include "object/symbols/kallsyms.h"

#include <pdata/tasks.h>

#define SYM_KERNEL_NAME "[kernel.kallsyms]"

/*
 * Facts about the recorded kernel, options for its symbols, and the files that were read for it.
 */
struct sym_kernel {
	/*
	 * @symfs: --symfs directory that is put before all paths; @kallsyms, @vmlinux: paths of
	 * the files to read; @modules: directory of --modules; a member is NULL if it was not
	 * given
	 */
	const char *symfs, *kallsyms, *vmlinux, *modules;
	/*
	 * path of the file @kallsyms as the user gave it, for messages, because @kallsyms may be
	 * the path of a temporary copy; NULL: messages print @kallsyms
	 */
	const char *kallsyms_name;
	/*
	 * path of a copy of /proc/kcore, from which the kernel's code is read if no vmlinux can be
	 * opened; NULL: there is no copy
	 */
	const char *kcore;
	struct sym_modules *files; /* list of the files below @modules; NULL: not listed yet */
	/* files that pdata has appended to the recording (bundle); NULL: there are none */
	const struct pdata_bundle_files *embedded;
	struct sym_build_id id;
	/*
	 * --ignore-vmlinux: pdata does not search for a vmlinux; a file @vmlinux that the user
	 * named is used nevertheless
	 */
	bool ignore_vmlinux;
	bool demangle;
	struct sym_debuginfod *server; /* client of debuginfod servers; NULL: no server */
	/* the recorded machine has another architecture than this machine */
	bool foreign;
	/*
	 * name of a kernel symbol, "_text" or "_stext", whose recorded run-time address is
	 * @ref_addr; NULL: no such symbol was recorded
	 */
	const char *ref;
	uint64_t ref_addr;
	/*
	 * @lists[0] has the symbols of the kernel, and @lists[1] those of the modules. Both may
	 * point to the same struct. An element is NULL if its kallsyms file was not read yet, or
	 * if no file was found.
	 */
	struct kallsyms *lists[2];
	bool looked[2];
	/* symbols that sym_kernel_load_running() read; NULL: none */
	struct kallsyms *running;
	enum { SYM_UNKNOWN, SYM_NO, SYM_YES } same_boot;
};

void sym_kernel_free(struct sym_kernel *k);

/*
 * Fill the table @t with the symbols of the kernel that @k describes. If no symbols are found, set
 * @t->pub.why to the reason.
 */
void sym_kernel_load(struct sym_kernel *k, struct sym_table_priv *t);

/*
 * Fill the table @t with all symbols of the kernel that runs on this machine, if it is the recorded
 * kernel and no option replaces its symbols. Call this function only once for @k.
 */
void sym_kernel_load_running(struct sym_kernel *k, struct sym_table_priv *t);

/*
 * Function that sets *@base to the memory address at which a module was loaded. @addr is a memory
 * address in this module. Return: true; false if the load address is not known.
 */
typedef bool (*sym_base_fn)(const void *arg, uint64_t addr, uint64_t *base);
/*
 * Fill the table @t with the symbols of the kernel module @obj. @module is its name in brackets,
 * such as "[nf_nat]". If the symbols come from kallsyms, the function calls @base_of(@arg, ...) to
 * get the load address of the module.
 */
void sym_module_load(struct sym_kernel *k, const struct pdata_object *obj, const char *module,
		     sym_base_fn base_of, const void *arg, struct sym_table_priv *t);

/*
 * If @k->id is empty and the running kernel is the recorded one, set @k->id to the build id of the
 * running kernel. The running kernel counts as the recorded one if the host name of this machine is
 * @hostname, its kernel release is @release, and the text of the running kernel is at the recorded
 * address. @hostname, @release: the host name and the kernel release in the recording. Return:
 * whether @k->id was set.
 */
bool sym_kernel_adopt(struct sym_kernel *k, const char *hostname, const char *release);

/*
 * Return: whether the recording with the kernel @k was made on this machine, and after the last
 * boot of this machine.
 */
bool sym_same_boot(struct sym_kernel *k);
