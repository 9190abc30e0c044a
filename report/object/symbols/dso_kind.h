/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

/* Kinds of mapped objects (DSOs). The kind follows from the recorded name and cpumode. */
enum dso_kind {
	DSO_KIND_NONE, /* object without symbols: data memory, or an object of a guest */
	DSO_KIND_FILE,
	DSO_KIND_VDSO,
	DSO_KIND_PERF_MAP, /* generated code; a perf map or jitdump may have its symbols */
	DSO_KIND_KERNEL,
	DSO_KIND_MODULE,
	DSO_KIND_CODE, /* code that the kernel made at run time: BPF programs, trampolines */
};

enum dso_kind dso_kind_of(const struct pdata_object *obj);

/*
 * Return: whether @obj is memory that is not mapped from a file, such as "//anon", "[heap]" or a
 * huge page. Symbol tables of such objects have memory addresses.
 */
bool dso_is_memory(const struct pdata_object *obj);

/*
 * Write the name of the kernel module with the path @path to the buffer @buf of @size bytes. For
 * example, the name of /lib/modules/6.1/nf-nat.ko.xz is "[nf_nat]". Return: true; false if @path
 * is not the path of a module: @buf then contains the last component of @path.
 */
bool dso_module_name(const char *path, char *buf, size_t size);

/*
 * The two names under which perf prints an object. The strings are valid as long as all of these
 * exist: the object, the header feature BUILD_ID, and the struct sym_strs that the caller passed
 * to dso_names_of().
 */
struct dso_names {
	const char *name;  /* the name that perf script prints, mostly a path */
	const char *brief; /* the name that perf report prints, mostly the last part of a path */
};

/*
 * Names of the kernel and of its modules in the header feature BUILD_ID of the recording. perf
 * prints these names instead of the names in MMAP and MMAP2 records.
 */
struct dso_id_names {
	/*
	 * name of the kernel in the header feature BUILD_ID, such as "[kernel.kallsyms]"; NULL:
	 * the feature has no entry for the kernel
	 */
	const char *kernel;
	struct sym_id_module {
		const char *brief, *name;
		uint32_t nth;
	} * module; /* array of the modules, sorted by @brief, a name such as "[nf_nat]" */
	size_t nr;
};

/*
 * Fill @n with the names in @ids, the header feature BUILD_ID of the recording; @ids may be NULL.
 * The strings in @n are in the memory of @strs or of @ids. dso_id_names_free() frees @n. Return:
 * 0; -ENOMEM: memory was exhausted, and @n lacks some names.
 */
int dso_id_names_init(struct dso_id_names *n, const struct pdata_build_ids *ids,
		      struct sym_strs *strs);
void dso_id_names_free(struct dso_id_names *n);

/*
 * Return: the two names under which perf prints @obj. @ids: names in the header feature BUILD_ID;
 * @strs: memory for new strings. If memory is exhausted, the function uses the recorded name of
 * @obj in place of a name that it cannot store, and mem_failures() increases.
 */
struct dso_names dso_names_of(const struct pdata_object *obj, const struct dso_id_names *ids,
			      struct sym_strs *strs);
