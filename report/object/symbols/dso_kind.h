/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

/* Kinds of objects. Name and cpumode of the map decide the kind. */
enum dso_kind {
	DSO_KIND_NONE, /* object without symbols: data, guests */
	DSO_KIND_FILE,
	DSO_KIND_VDSO,
	DSO_KIND_PERF_MAP, /* executable memory; a perf map or jitdump may name its code */
	DSO_KIND_KERNEL,
	DSO_KIND_MODULE,
	DSO_KIND_CODE, /* code that the kernel made at run time: BPF, trampolines */
};

enum dso_kind dso_kind_of(const struct pdata_object *obj);

/*
 * Return: whether the object is anonymous memory, without a file. Addresses in such an object are
 * memory addresses.
 */
bool dso_is_memory(const struct pdata_object *obj);

/*
 * Write the name of the kernel module with the path @path to @buf: the name of
 * /lib/modules/6.1/nf-nat.ko.xz is "[nf_nat]". Return: false: @path is not the path of a module,
 * and @buf has the last part of @path.
 */
bool dso_module_name(const char *path, char *buf, size_t size);

/*
 * The two names under which perf prints an object. The strings live as long as the object, the
 * build id section, and the struct sym_strs that dso_names_of() got.
 */
struct dso_names {
	const char *name;  /* the name in perf script, mostly a path */
	const char *brief; /* the name in perf report, mostly the last part of a path */
};

/*
 * Names of the kernel and of modules in the build id section of the recording. perf prints these
 * names in place of the names in map records.
 */
struct dso_id_names {
	const char *kernel; /* name of the kernel; NULL: the section has none */
	struct sym_id_module {
		const char *brief, *name;
		uint32_t nth;
	} * module; /* the modules, sorted by @brief, such as "[nf_nat]" */
	size_t nr;
};

/*
 * Fill @n with the names in the build id section @ids, which may be NULL. The names are copied to
 * @strs, or point into @ids. dso_id_names_free() frees @n. Return: 0; -ENOMEM: some names are
 * missing.
 */
int dso_id_names_init(struct dso_id_names *n, const struct pdata_build_ids *ids,
		      struct sym_strs *strs);
void dso_id_names_free(struct dso_id_names *n);

/*
 * Return: the two names of @obj. If memory is exhausted, a name is the recorded name instead, and
 * mem_failures() increases.
 */
struct dso_names dso_names_of(const struct pdata_object *obj, const struct dso_id_names *ids,
			      struct sym_strs *strs);
