/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include "object/elf/sym_table_priv.h"

/* The contents of one kallsyms file: the symbols of the kernel and of its modules. */
struct kallsyms {
	struct sym_strs names;
	/*
	 * symbols of the kernel without its modules, sorted by sym_build_settle(), with only one
	 * symbol for each start address
	 */
	struct sym_build kernel;
	/*
	 * array of the modules' symbols, in ascending order of addresses; sym_build_settle() sorted
	 * them together with the symbols of the kernel and kept one symbol for each start address
	 */
	struct sym *modules;
	uint32_t nr_modules;
	char *path;
	/*
	 * all addresses in the file are 0, because the process that read them from the kernel was
	 * not permitted to see them (kernel.kptr_restrict)
	 */
	bool hidden;
	bool empty; /* the file has no bytes */
	/*
	 * pdata has stored the file in the recording (bundle), so that the addresses in the file
	 * are those of the recorded boot
	 */
	bool embedded;
	int err; /* 0; -ENOMEM: memory was exhausted while the symbols were read */
};

/*
 * Read the kallsyms file @path, such as /proc/kallsyms. Return: its symbols, which kallsyms_free()
 * frees; NULL if the file cannot be opened or read, or if memory is exhausted (then mem_failures()
 * increases).
 */
struct kallsyms *kallsyms_read(const char *path);
/*
 * Read the symbols from @text, the contents of a kallsyms file that pdata has stored in the
 * recording. @text has @len bytes and a NUL after them; the function frees @text in all cases.
 * Return: the symbols, which kallsyms_free() frees; NULL: memory is exhausted (then mem_failures()
 * increases).
 */
struct kallsyms *kallsyms_of_text(char *text, size_t len);
void kallsyms_free(struct kallsyms *k);

/*
 * Set *@addr to the address of the function @name in the kallsyms file @path. The file is read
 * only up to the line of this function. Return: true; false if the file lacks the function or
 * cannot be read.
 */
bool kallsyms_find(const char *path, const char *name, uint64_t *addr);

/*
 * Move the symbols of the kernel, but not those of its modules, from @k to the table @t, and
 * subtract @delta from their addresses. Call this function only once for @k, because @k has no
 * kernel symbols afterwards.
 */
void kallsyms_kernel(struct kallsyms *k, uint64_t delta, struct sym_table_priv *t);

/*
 * Set *@addr to the lowest address that the symbols of the module @module have in @k. @module is a
 * name in brackets, such as "[nf_nat]". Return: whether @k has symbols of this module; if it has
 * none, *@addr is not set.
 */
bool kallsyms_module_at(const struct kallsyms *k, const char *module, uint64_t *addr);
/*
 * Fill the table @t with the symbols that @k has for the module @module, a name in brackets. @base
 * is the address at which the module was loaded; addresses in @t are offsets from @base.
 */
void kallsyms_module(const struct kallsyms *k, const char *module, uint64_t base,
		     struct sym_table_priv *t);
