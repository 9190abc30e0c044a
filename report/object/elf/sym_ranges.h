/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The symbols of a perf map or a jitdump. Memory holds only the address range of each symbol, and
 * the offset of its record in the text. A look-up that finds a range reads the name from the text
 * and makes the symbol. If the ranges need more memory than the text has bytes, a temporary file
 * holds the ranges.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_text.h"

struct sym_range {
	uint64_t start, size;
	/* offset of the record in the text; ranges that are added later have higher offsets */
	uint32_t off;
} __attribute__((packed, aligned(4)));

struct sym_ranges;

/*
 * Function that reads the name of range @r from the text @x. *@name: the name, which the caller
 * frees. Return: 0; -ENOMEM; -ESTALE: the text has changed since the ranges were read.
 */
typedef int sym_range_name_fn(const struct sym_text *x, const struct sym_range *r, char **name);

/*
 * Create a table with room for @max ranges. @len: bytes of the text, which limit the memory of the
 * table. Return: the table, which sym_ranges_free() frees; NULL: memory is exhausted.
 */
struct sym_ranges *sym_ranges_new(uint32_t max, uint64_t len);
void sym_ranges_free(struct sym_ranges *s);
/* Add a range. If the table is full, drop the range (see @max of sym_ranges_new()). */
void sym_ranges_add(struct sym_ranges *s, uint64_t start, uint64_t size, uint32_t off);
/* Sort the ranges. Call this once, after the last sym_ranges_add(). Return: 0 or -ENOMEM. */
int sym_ranges_finish(struct sym_ranges *s);
/*
 * Set the text and the function @name that reads names from the text. @s takes over @x and closes
 * it in sym_ranges_free(). @demangle: names in the text may be mangled.
 */
void sym_ranges_set_text(struct sym_ranges *s, const struct sym_text *x, sym_range_name_fn *name,
			 bool demangle);

uint32_t sym_ranges_nr(const struct sym_ranges *s);
/* Return: the range with index @i. Indexes are in the order of start addresses. */
const struct sym_range *sym_ranges_get(const struct sym_ranges *s, uint32_t i);
/*
 * Return: the index of the range that covers @addr. Of overlapping ranges, the result is the one
 * that perf finds. SYM_TREE_NIL: no range covers @addr.
 */
uint32_t sym_ranges_find(const struct sym_ranges *s, uint64_t addr);

/*
 * Set *@sym to the symbol of the range with index @i. All calls with the same @i get the same
 * symbol, which lives until sym_ranges_free(). *@first: false if an earlier call has failed, so
 * that an error can be reported once. Any number of threads may call this function at a time.
 * Return: 0; -ENOMEM; -ESTALE: the text has changed.
 */
int sym_ranges_symbol(struct sym_ranges *s, uint32_t i, const struct sym **sym, bool *first);
/* Return: index of the range from which sym_ranges_symbol() made the symbol @sym. */
uint32_t sym_ranges_index(const struct sym *sym);
/* Return: 0; -ENOMEM: memory was exhausted in a call of sym_ranges_symbol(). */
int sym_ranges_error(const struct sym_ranges *s);
