/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The symbols of one object. */

#include <stdbool.h>
#include <stdint.h>

struct sym {
	uint64_t start, end; /* in the object's own numbers: file offsets; kernel: addresses */
	const char *name;    /* demangled unless told otherwise */
	char binding;	     /* 'g', 'l' or 'w' for the column that perf prints after the address */
	bool object;	     /* data, not code */
	bool inlined;	     /* start and end are those of the function that it is inlined into */
	bool bracketed;	     /* these two are the table's own, while it is made */
	uint8_t state;
};

/* One loaded object. */
struct sym_table {
	/*
	 * Ascending by start. Some may overlap; names may still be mangled: ask sym_table_find().
	 * NULL where symbols are made when they are asked for: ask sym_table_get().
	 */
	struct sym *syms;
	uint32_t nr;
	const char *path; /* the file the names are from, or NULL: nothing was found */
	const char *why;  /* one line: why there are no names, or NULL */
};

/* The symbol that covers @addr in the object's own numbers, or NULL. Any number of threads. */
const struct sym *sym_table_find(const struct sym_table *t, uint64_t addr);

/* Symbol @i in the order of starts; its name may be mangled. NULL: its name cannot be read. */
const struct sym *sym_table_get(const struct sym_table *t, uint32_t i);
/* The number of a symbol that one of these two gave. */
uint32_t sym_table_index(const struct sym_table *t, const struct sym *s);
/* Where the first symbol starts and the last one ends; there is one. */
void sym_table_bounds(const struct sym_table *t, uint64_t *start, uint64_t *end);

/* 0, or -ENOMEM: symbols or the text of names are missing. */
int sym_table_err(const struct sym_table *t);
