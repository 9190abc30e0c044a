/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_KIND_H
#define REP_SYM_KIND_H

#include "object/elf/sym_table_priv.h"

/* What an object is, by its name and the mode it was mapped in. */
enum sym_kind {
	SYM_KIND_NONE, /* nothing that could be named: data, guests */
	SYM_KIND_FILE,
	SYM_KIND_VDSO,
	SYM_KIND_PERF_MAP, /* memory with code that its process may have described in a file */
	SYM_KIND_KERNEL,
	SYM_KIND_MODULE,
	SYM_KIND_CODE, /* code the kernel made at run time: BPF, trampolines */
};

enum sym_kind sym_kind_of(const struct pdata_object *obj);

/* Memory without a file: its addresses are its own numbers. */
bool sym_is_memory(const struct pdata_object *obj);

/*
 * A kernel module's name from its path: /lib/modules/6.1/nf-nat.ko.xz is [nf_nat]. Return: whether
 * the path is a module's by its looks; if not, @buf has its last part.
 */
bool sym_module_name(const char *path, char *buf, size_t size);

/* The two names of an object as perf prints them, in @strs or where they come from. */
struct sym_dso {
	const char *name;  /* perf script */
	const char *brief; /* perf report */
};

/* The names of the build id section that count here: perf reads them before any map. */
struct sym_id_names {
	const char *kernel; /* or NULL */
	struct sym_id_module {
		const char *brief, *name;
		uint32_t nth;
	} * module; /* ascending by brief */
	size_t nr;
};

/* @ids may be NULL. Names are kept in @strs or lead into @ids. */
void sym_id_names(struct sym_id_names *n, const struct pdata_build_ids *ids, struct sym_strs *strs);
void sym_id_names_free(struct sym_id_names *n);

struct sym_dso sym_dso_names(const struct pdata_object *obj, const struct sym_id_names *ids,
			     struct sym_strs *strs);

#endif
