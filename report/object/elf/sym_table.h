/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The symbol table of one object: finds symbols by address. */

#include <stdbool.h>
#include <stdint.h>

struct sym {
	/* address range [start, end): file offsets in user objects, memory addresses in kernels */
	uint64_t start, end;
	/* demangled, unless the comment of the function that returned the symbol says otherwise */
	const char *name;
	char binding; /* 'g', 'l' or 'w'; perf prints this letter after the address */
	bool object;  /* the symbol is data, not code */
	/* an inlined function; @start and @end are those of the function around it */
	bool inlined;
	bool bracketed; /* @bracketed and @state are used only while the table is made */
	uint8_t state;
};

/* The symbol table of one object, after it is loaded. */
struct sym_table {
	/*
	 * Array, sorted by start address. Symbols may overlap and names may still be mangled, so
	 * use sym_table_find() and sym_table_get(). NULL: the table has address ranges, and makes
	 * each symbol at its first look-up.
	 */
	struct sym *syms;
	uint32_t nr;
	const char *path; /* the file that has the names; NULL: no file was found */
	const char *why;  /* one line that says why the table has no names; NULL: no reason */
};

/*
 * Return: the symbol that covers the address @addr of the object; NULL: no symbol covers @addr. Any
 * number of threads may call this function at a time.
 */
const struct sym *sym_table_find(const struct sym_table *t, uint64_t addr);

/*
 * Return: the symbol with index @i, in the order of start addresses; its name may still be mangled.
 * NULL: the name cannot be read.
 */
const struct sym *sym_table_get(const struct sym_table *t, uint32_t i);
/* Return: the index of symbol @s, which sym_table_find() or sym_table_get() returned. */
uint32_t sym_table_index(const struct sym_table *t, const struct sym *s);
/* Get the start of the first symbol and the end of the last one. The table must not be empty. */
void sym_table_bounds(const struct sym_table *t, uint64_t *start, uint64_t *end);

/* Return: 0; -ENOMEM: memory was exhausted, so symbols or names are missing. */
int sym_table_err(const struct sym_table *t);
