/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The symbols of a perf map or a jitdump. Memory holds only the address range of each symbol, and
 * the file offset of the line or record with its name. A look-up that finds a range reads the name
 * from the file and makes the symbol. If the ranges need more memory than sym_ranges_new()
 * permits, a temporary file without a name holds the ranges.
 */

#include "object/elf/sym_table.h"
#include "object/elf/sym_text.h"

struct sym_range {
	uint64_t start, size;
	/*
	 * offset of the symbol's line or record in the perf map or jitdump; ranges that are added
	 * later have higher offsets
	 */
	uint32_t off;
} __attribute__((packed, aligned(4)));

struct sym_ranges;

/*
 * Function that reads the name of the symbol with the range @r from the perf map or jitdump @x,
 * and sets *@name to the name, which the caller frees. Return: 0; -ENOMEM: memory is exhausted;
 * -ESTALE: the file has changed since the ranges were read.
 */
typedef int sym_range_name_fn(const struct sym_text *x, const struct sym_range *r, char **name);

/*
 * Create an empty table for at most @max ranges. @len is the number of bytes of the perf map or
 * jitdump. The ranges use at most 7/8 of @len bytes of memory. Exception: if @len is at most 256
 * KiB, the limit is 256 KiB. If @max ranges need more memory than the limit, all ranges are in a
 * temporary file, or in memory if no temporary file can be made. Return: the table, which
 * sym_ranges_free() frees; NULL: memory is exhausted.
 */
struct sym_ranges *sym_ranges_new(uint32_t max, uint64_t len);
void sym_ranges_free(struct sym_ranges *s);
/*
 * Add a range to @s; the arguments are the members of struct sym_range. If @s has the maximum
 * number of ranges already (@max of sym_ranges_new()), the function does nothing.
 */
void sym_ranges_add(struct sym_ranges *s, uint64_t start, uint64_t size, uint32_t off);
/*
 * Sort the ranges of @s. The caller calls this function once, after the last sym_ranges_add().
 * Return: 0; -ENOMEM: memory is exhausted.
 */
int sym_ranges_finish(struct sym_ranges *s);
/*
 * Set @x as the perf map or jitdump from which @s reads names, and @name as the function that
 * reads them. @s owns @x afterwards; sym_ranges_free() closes it. @demangle says whether the names
 * may be mangled, so that @s has to demangle them.
 */
void sym_ranges_set_text(struct sym_ranges *s, const struct sym_text *x, sym_range_name_fn *name,
			 bool demangle);

uint32_t sym_ranges_nr(const struct sym_ranges *s);
/* Return: the range with index @i; index 0 is the range with the lowest start address. */
const struct sym_range *sym_ranges_get(const struct sym_ranges *s, uint32_t i);
/*
 * Return: the index of the range that covers @addr; SYM_TREE_NIL: no range covers @addr. If
 * several ranges cover @addr, the function returns the one whose symbol perf finds.
 */
uint32_t sym_ranges_find(const struct sym_ranges *s, uint64_t addr);

/*
 * Set *@sym to the symbol of the range with index @i. All calls with the same @i set the same
 * pointer, which is valid until sym_ranges_free(). Set *@first to false if an earlier call for @s
 * has failed, otherwise to true, so that the caller can report only the first error. Any number of
 * threads may call this function at the same time. Return: 0; -ENOMEM: memory is exhausted;
 * -ESTALE: the perf map or jitdump has changed since the ranges were read.
 */
int sym_ranges_symbol(struct sym_ranges *s, uint32_t i, const struct sym **sym, bool *first);
/* Return: the index of the range for which sym_ranges_symbol() returned the symbol @sym. */
uint32_t sym_ranges_index(const struct sym *sym);
/* Return: -ENOMEM if memory was exhausted in a call of sym_ranges_symbol(); otherwise 0. */
int sym_ranges_error(const struct sym_ranges *s);
