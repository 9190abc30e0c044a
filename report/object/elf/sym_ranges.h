/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The symbols of a perf map or a jitdump. In memory is only what finds them: an address range and
 * the offset of the record that it is from. A symbol is made, and its name read, when it is first
 * asked for. Ranges that take more memory than the text has bytes lie in a nameless file.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_text.h"

struct sym_range {
	uint64_t start, size;
	uint32_t off; /* of its record in the text; ascending as records are added */
} __attribute__((packed, aligned(4)));

struct sym_ranges;

/*
 * Read the name of @r, which is to be freed. Return: 0; -ENOMEM; -ESTALE: the text is another than
 * it was.
 */
typedef int sym_range_name_fn(const struct sym_text *x, const struct sym_range *r, char **name);

/* Room for @max ranges of a text of @len bytes. Return: NULL without memory. */
struct sym_ranges *sym_ranges_new(uint32_t max, uint64_t len);
void sym_ranges_free(struct sym_ranges *s);
/* Ranges behind the first @max are dropped. */
void sym_ranges_add(struct sym_ranges *s, uint64_t start, uint64_t size, uint32_t off);
/* The end: no more are added. Return: 0 or -ENOMEM. */
int sym_ranges_finish(struct sym_ranges *s);
/* Where names come from: @x, which is theirs from now on. @demangle: names may be mangled. */
void sym_ranges_set_text(struct sym_ranges *s, const struct sym_text *x, sym_range_name_fn *name,
			 bool demangle);

uint32_t sym_ranges_nr(const struct sym_ranges *s);
/* The range @i in the order of starts. */
const struct sym_range *sym_ranges_get(const struct sym_ranges *s, uint32_t i);
/* The number of the range that covers @addr, as perf finds it; SYM_TREE_NIL: none. */
uint32_t sym_ranges_find(const struct sym_ranges *s, uint64_t addr);

/*
 * The symbol of range @i, the same at each call. Thread-safe. Return: 0, -ENOMEM or -ESTALE;
 * *@first: no call before failed.
 */
int sym_ranges_symbol(struct sym_ranges *s, uint32_t i, const struct sym **sym, bool *first);
/* The number of a symbol that sym_ranges_symbol() made. */
uint32_t sym_ranges_index(const struct sym *sym);
/* -ENOMEM once memory was missing, else 0. */
int sym_ranges_error(const struct sym_ranges *s);
