/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The symbols of a perf map or a jitdump. Memory holds only address ranges and the offset of each
 * range's record. A symbol is made, and its name read, when it is first asked for. If the ranges
 * take more memory than the text has bytes, they are in a tmpfile.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_text.h"

struct sym_range {
	uint64_t start, size;
	uint32_t off; /* offset of its record in the text; rises as records are added */
} __attribute__((packed, aligned(4)));

struct sym_ranges;

/*
 * Read the name of @r into *@name, to be freed. Return: 0; -ENOMEM; -ESTALE: the text has changed.
 */
typedef int sym_range_name_fn(const struct sym_text *x, const struct sym_range *r, char **name);

/*
 * Create a table with room for @max ranges of a text of @len bytes. Return: NULL if memory is
 * exhausted.
 */
struct sym_ranges *sym_ranges_new(uint32_t max, uint64_t len);
void sym_ranges_free(struct sym_ranges *s);
/* Add a range; after @max ranges it is dropped. */
void sym_ranges_add(struct sym_ranges *s, uint64_t start, uint64_t size, uint32_t off);
/* Sort the ranges, after the last one was added. Return: 0 or -ENOMEM. */
int sym_ranges_finish(struct sym_ranges *s);
/*
 * Set the text @x, which @s closes from now on, and the function that reads names from it.
 * @demangle: names may be mangled.
 */
void sym_ranges_set_text(struct sym_ranges *s, const struct sym_text *x, sym_range_name_fn *name,
			 bool demangle);

uint32_t sym_ranges_nr(const struct sym_ranges *s);
/* Return: range @i, ordered by start. */
const struct sym_range *sym_ranges_get(const struct sym_ranges *s, uint32_t i);
/* Return: the index of the range that covers @addr, by perf's rule; SYM_TREE_NIL: none. */
uint32_t sym_ranges_find(const struct sym_ranges *s, uint64_t addr);

/*
 * Get the symbol of range @i, the same one at each call. Thread-safe. *@first is set to true if no
 * earlier call has failed. Return: 0, -ENOMEM or -ESTALE.
 */
int sym_ranges_symbol(struct sym_ranges *s, uint32_t i, const struct sym **sym, bool *first);
/* Return: the index of the range of a symbol that sym_ranges_symbol() returned. */
uint32_t sym_ranges_index(const struct sym *sym);
/* Return: -ENOMEM if memory was exhausted, else 0. */
int sym_ranges_error(const struct sym_ranges *s);
