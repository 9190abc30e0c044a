/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The symbols of one object, found by address. */

#include <stdbool.h>
#include <stdint.h>

struct sym {
	/* addresses in the object: file offsets; in the kernel, addresses in memory */
	uint64_t start, end;
	const char *name; /* demangled, unless a comment says otherwise */
	char binding;	  /* 'g', 'l' or 'w', which perf prints after the address */
	bool object;	  /* data, not code */
	/* an inlined function: start and end are those of the function into which it is inlined */
	bool inlined;
	bool bracketed; /* bracketed and state are used only while the table is made */
	uint8_t state;
};

/* One loaded object. */
struct sym_table {
	/*
	 * Ascending by start. Some may overlap, and names may still be mangled: use
	 * sym_table_find(). NULL if symbols are made when they are asked for: use sym_table_get().
	 */
	struct sym *syms;
	uint32_t nr;
	const char *path; /* the file that has the names; NULL: nothing was found */
	const char *why;  /* one line that says why there are no names, or NULL */
};

/*
 * Return: the symbol that covers address @addr of the object, or NULL. Any number of threads may
 * call it at a time.
 */
const struct sym *sym_table_find(const struct sym_table *t, uint64_t addr);

/* Return: symbol @i, ordered by start; its name may be mangled. NULL: its name cannot be read. */
const struct sym *sym_table_get(const struct sym_table *t, uint32_t i);
/* Return: the index of a symbol that sym_table_find() or sym_table_get() returned. */
uint32_t sym_table_index(const struct sym_table *t, const struct sym *s);
/* Get the start of the first symbol and the end of the last one; the table must not be empty. */
void sym_table_bounds(const struct sym_table *t, uint64_t *start, uint64_t *end);

/* Return: 0, or -ENOMEM: symbols or names are missing. */
int sym_table_err(const struct sym_table *t);
