/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

/* One reading of kallsyms: the kernel's symbols and those of its modules. */
struct kallsyms {
	struct sym_strs names;
	struct sym_build kernel; /* settled: one for each address */
	struct sym *modules;	 /* as settled together with the kernel's */
	uint32_t nr_modules;
	char *path;
	/* all addresses are 0, as the kernel shows them to those who may not see them */
	bool hidden;
	bool embedded; /* the recording's own: addresses are as they were then */
	int err;       /* 0, or -ENOMEM while it is read */
};

/*
 * NULL: cannot be read, or no memory, which mem_failures() tells. @path may be /proc/kallsyms.
 */
struct kallsyms *kallsyms_read(const char *path);
/* The same of @text, terminated, which the recording carries; it is freed in any case. */
struct kallsyms *kallsyms_of_text(char *text, size_t len);
void kallsyms_free(struct kallsyms *k);

/*
 * Address of function @name in the file @path, whose beginning is read only as far as needed.
 * False: it is not there, or no memory, which mem_failures() tells.
 */
bool kallsyms_find(const char *path, const char *name, uint64_t *addr);

/* Fill @t with the kernel's own symbols, moved down by @delta. Once: they may be handed over. */
void kallsyms_kernel(struct kallsyms *k, uint64_t delta, struct sym_table_priv *t);

/* Address of the first symbol of @module, which has brackets: "[nf_nat]". */
bool kallsyms_module_at(const struct kallsyms *k, const char *module, uint64_t *addr);
/* Fill @t with the symbols of @module, by distance from @base. */
void kallsyms_module(const struct kallsyms *k, const char *module, uint64_t base,
		     struct sym_table_priv *t);
