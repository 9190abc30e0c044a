/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

/* Kinds of objects, by their names and the cpumode in which they were mapped. */
enum dso_kind {
	DSO_KIND_NONE, /* nothing that has names: data, guests */
	DSO_KIND_FILE,
	DSO_KIND_VDSO,
	DSO_KIND_PERF_MAP, /* memory with code that its process may have described in a file */
	DSO_KIND_KERNEL,
	DSO_KIND_MODULE,
	DSO_KIND_CODE, /* code that the kernel made at run time: BPF, trampolines */
};

enum dso_kind dso_kind_of(const struct pdata_object *obj);

/* Whether the object is memory without a file; its addresses are then those in memory. */
bool dso_is_memory(const struct pdata_object *obj);

/*
 * Get the name of a kernel module from its path: /lib/modules/6.1/nf-nat.ko.xz is [nf_nat].
 * Return: true if the path looks like the path of a module; if not, @buf has the last part of the
 * path.
 */
bool dso_module_name(const char *path, char *buf, size_t size);

/*
 * The two names of an object as perf prints them. The texts belong to the object, to the struct
 * dso_id_names or to the struct sym_strs of dso_names_of().
 */
struct dso_names {
	const char *name;  /* perf script */
	const char *brief; /* perf report */
};

/*
 * The names of the kernel and its modules in the build id section, which perf reads before any map.
 */
struct dso_id_names {
	const char *kernel; /* or NULL */
	struct sym_id_module {
		const char *brief, *name;
		uint32_t nth;
	} * module; /* ascending by brief */
	size_t nr;
};

/*
 * @ids may be NULL. Names are in @strs, or point into @ids. Return: 0; -ENOMEM: some names are
 * missing.
 */
int dso_id_names_init(struct dso_id_names *n, const struct pdata_build_ids *ids,
		      struct sym_strs *strs);
void dso_id_names_free(struct dso_id_names *n);

/*
 * Get the names of @obj. If memory for a name is exhausted, the name as recorded is returned
 * instead: see mem_failures().
 */
struct dso_names dso_names_of(const struct pdata_object *obj, const struct dso_id_names *ids,
			      struct sym_strs *strs);
