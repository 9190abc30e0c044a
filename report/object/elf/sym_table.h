/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The symbol table of one object: finds symbols by address. */

#include <stdbool.h>
#include <stdint.h>

struct sym {
	/*
	 * address range [start, end) of the symbol: file offsets in user files, offsets from the
	 * start of the object's map in kernel modules, memory addresses in the kernel and in
	 * generated code
	 */
	uint64_t start, end;
	/*
	 * name of the symbol; it is demangled, unless the comment of the function that returned
	 * the symbol says otherwise
	 */
	const char *name;
	/*
	 * 'g', 'l' or 'w' (global, local, weak), the letter that perf prints after the addresses of
	 * a symbol
	 */
	char binding;
	bool object; /* the symbol is data (STT_OBJECT), not code */
	/*
	 * the symbol is an inlined function; @start and @end are those of the function into which
	 * it is inlined
	 */
	bool inlined;
	/*
	 * Only the .c files that make symbol tables use @bracketed and @state. @bracketed: kallsyms
	 * has a module name in brackets after the name of the symbol. @state: bits of enum
	 * sym_name_state.
	 */
	bool bracketed;
	uint8_t state;
};

/* The symbol table of one object, after it is loaded. */
struct sym_table {
	/*
	 * Array of the symbols, sorted by start address. Symbols may overlap, and names may still
	 * be mangled, so use sym_table_find() and sym_table_get() instead of the array. The
	 * pointer is NULL for a perf map or jitdump, because the symbols of these files are made
	 * one by one, each at its first look-up.
	 */
	struct sym *syms;
	uint32_t nr;
	const char *path; /* path of the file with the symbols; NULL: no file was found */
	/* one line of text that says why symbols are missing; NULL: there is nothing to say */
	const char *why;
};

/*
 * Return: the symbol of @t that covers @addr, an address as in sym.start; NULL: no symbol covers
 * it. Any number of threads may call this function at the same time.
 */
const struct sym *sym_table_find(const struct sym_table *t, uint64_t addr);

/*
 * Return: the symbol with index @i; its name may still be mangled. Index 0 is the symbol with the
 * lowest start address. NULL: the name of the symbol cannot be read.
 */
const struct sym *sym_table_get(const struct sym_table *t, uint32_t i);
/* Return: the index in @t of the symbol @s, which sym_table_find() or sym_table_get() returned. */
uint32_t sym_table_index(const struct sym_table *t, const struct sym *s);
/*
 * Set *@start to the start of the first symbol of @t, and *@end to the end of its last symbol. @t
 * must have at least one symbol.
 */
void sym_table_bounds(const struct sym_table *t, uint64_t *start, uint64_t *end);

/* Return: -ENOMEM if memory was exhausted, so that @t lacks symbols or names; otherwise 0. */
int sym_table_err(const struct sym_table *t);
