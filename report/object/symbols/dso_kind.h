/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

#include <pdata/tasks.h>

/* What an object is, by its name and the mode it was mapped in. */
enum dso_kind {
	DSO_KIND_NONE, /* nothing that could be named: data, guests */
	DSO_KIND_FILE,
	DSO_KIND_VDSO,
	DSO_KIND_PERF_MAP, /* memory with code that its process may have described in a file */
	DSO_KIND_KERNEL,
	DSO_KIND_MODULE,
	DSO_KIND_CODE, /* code the kernel made at run time: BPF, trampolines */
};

enum dso_kind dso_kind_of(const struct pdata_object *obj);

/* Memory without a file: its addresses are its own numbers. */
bool dso_is_memory(const struct pdata_object *obj);

/*
 * A kernel module's name from its path: /lib/modules/6.1/nf-nat.ko.xz is [nf_nat]. Return: whether
 * the path is a module's by its looks; if not, @buf has its last part.
 */
bool dso_module_name(const char *path, char *buf, size_t size);

/* The two names of an object as perf prints them, in @strs or where they come from. */
struct dso_names {
	const char *name;  /* perf script */
	const char *brief; /* perf report */
};

/* The names of the build id section that count here: perf reads them before any map. */
struct dso_id_names {
	const char *kernel; /* or NULL */
	struct sym_id_module {
		const char *brief, *name;
		uint32_t nth;
	} * module; /* ascending by brief */
	size_t nr;
};

/* @ids may be NULL. Names are kept in @strs or lead into @ids. Return: 0, or -ENOMEM: some lack. */
int dso_id_names_init(struct dso_id_names *n, const struct pdata_build_ids *ids,
		      struct sym_strs *strs);
void dso_id_names_free(struct dso_id_names *n);

/* Without memory the name of the object stands for one that is made of it: see mem_failures(). */
struct dso_names dso_names_of(const struct pdata_object *obj, const struct dso_id_names *ids,
			      struct sym_strs *strs);
