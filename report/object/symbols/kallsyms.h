/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

/* The contents of one kallsyms file: symbols of the kernel and of its modules. */
struct kallsyms {
	struct sym_strs names;
	/* symbols of the kernel, after sym_build_settle(): one for each start address */
	struct sym_build kernel;
	struct sym *modules; /* symbols of modules, in ascending order of start addresses */
	uint32_t nr_modules;
	char *path;
	/* all addresses are 0: the reader of the file had no permission to see addresses */
	bool hidden;
	/* the file is from the bundle, so its addresses are those of the recording */
	bool embedded;
	int err; /* 0; -ENOMEM: memory was exhausted while the file was read */
};

/*
 * Read a kallsyms file, such as /proc/kallsyms. Return: its symbols, which kallsyms_free() frees;
 * NULL: the file cannot be read, or memory is exhausted (then mem_failures() increases).
 */
struct kallsyms *kallsyms_read(const char *path);
/*
 * Read the kallsyms of a bundle from the @len bytes at @text, with a NUL after them. The function
 * frees @text, also after an error. Return: the symbols, which kallsyms_free() frees; NULL: memory
 * is exhausted.
 */
struct kallsyms *kallsyms_of_text(char *text, size_t len);
void kallsyms_free(struct kallsyms *k);

/*
 * Find the address of the function @name in the kallsyms file @path. The file is read only up to
 * this function. Return: false: the file lacks the function, or cannot be read.
 */
bool kallsyms_find(const char *path, const char *name, uint64_t *addr);

/*
 * Move the symbols of the kernel, without those of modules, from @k to @t, and subtract @delta from
 * their addresses. Call this only once for @k.
 */
void kallsyms_kernel(struct kallsyms *k, uint64_t delta, struct sym_table_priv *t);

/*
 * Set *@addr to the lowest symbol address of the module @module, a name in brackets such as
 * "[nf_nat]". Return: whether @k has symbols of the module.
 */
bool kallsyms_module_at(const struct kallsyms *k, const char *module, uint64_t *addr);
/*
 * Fill @t with the symbols of the module @module. Addresses in @t are offsets from the address
 * @base.
 */
void kallsyms_module(const struct kallsyms *k, const char *module, uint64_t base,
		     struct sym_table_priv *t);
