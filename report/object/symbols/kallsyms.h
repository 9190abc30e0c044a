/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

/* The contents of one kallsyms file: symbols of the kernel and of its modules. */
struct kallsyms {
	struct sym_strs names;
	struct sym_build kernel; /* settled: one symbol for each address */
	struct sym *modules;	 /* settled together with the kernel's symbols */
	uint32_t nr_modules;
	char *path;
	/* All addresses are 0, which the kernel shows to users who may not see them. */
	bool hidden;
	bool embedded; /* from the bundle of the recording, with its addresses */
	int err;       /* 0; -ENOMEM while the file was read */
};

/*
 * Read a kallsyms file, such as /proc/kallsyms. NULL: it cannot be read, or memory is exhausted,
 * which mem_failures() tells.
 */
struct kallsyms *kallsyms_read(const char *path);
/* Read @text, the terminated kallsyms of a bundle. @text is freed in any case. */
struct kallsyms *kallsyms_of_text(char *text, size_t len);
void kallsyms_free(struct kallsyms *k);

/*
 * Find the address of function @name in file @path, which is read only as far as needed. Return:
 * false: it is not there, or memory is exhausted, which mem_failures() tells.
 */
bool kallsyms_find(const char *path, const char *name, uint64_t *addr);

/*
 * Fill @t with the kernel's own symbols, moved down by @delta. Call it once only, because the
 * symbols may be moved to @t.
 */
void kallsyms_kernel(struct kallsyms *k, uint64_t delta, struct sym_table_priv *t);

/* Get the address of the first symbol of @module, whose name has brackets: "[nf_nat]". */
bool kallsyms_module_at(const struct kallsyms *k, const char *module, uint64_t *addr);
/* Fill @t with the symbols of @module, whose addresses become offsets from @base. */
void kallsyms_module(const struct kallsyms *k, const char *module, uint64_t base,
		     struct sym_table_priv *t);
