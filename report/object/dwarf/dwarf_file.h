/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Debugging information of one file: the functions that the code at an address belongs to, inlined
 * ones first, and source lines. Units and functions are read when an address of theirs is first
 * asked for. All text lives as long as the file. One thread at a time.
 */

#include <stdbool.h>
#include <stdint.h>

struct sym_elf;
struct sym_wanted;
struct dwarf_file;

/* Functions that nest into each other at most; perf prints so many. */
#define DWARF_LEVELS 1024u

/* One of the functions around an address. */
struct dwarf_level {
	const char *name; /* may be mangled; NULL: that of the symbol table */
	const char *
		/* without a name: as in the source, where the function is not inlined; or NULL */
		source_name;
	const char *
		/* with lines: where the address, or the call of the level before, is; or NULL */
		file;
	uint32_t line; /* 0: not known */
};

enum {
	DWARF_LINES = 1, /* files and lines are wanted, too */
	/*
	 * Names as perf has them, which asks addr2line: an innermost function that the compiler
	 * gave no name for linkers has, the first time, the name that the symbol table has for the
	 * address; always, if that symbol begins where the function does.
	 */
	DWARF_AS_PERF = 2
};

/*
 * @e, and what its parts that several files share are in (NULL: it has none), are closed with the
 * result, and right now when there is none. @w: whose it is, which says where parts that are split
 * off may be, or NULL: nowhere. @lines: files and lines will be asked for. NULL: no
 * debugging information, or no memory, which mem_failures() tells.
 */
struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared,
				   const struct sym_wanted *w, bool lines);
void dwarf_file_close(struct dwarf_file *d);

/*
 * The number of the unit that has @addr, and the bytes of its entries; UINT32_MAX: none. Equal
 * numbers in every dwarf_file of the same file, so that several can share the units out. Any number
 * of threads.
 */
uint32_t dwarf_file_unit(const struct dwarf_file *d, uint64_t addr, uint64_t *size);
uint32_t dwarf_file_nr_units(const struct dwarf_file *d);
/*
 * Whether another dwarf_file of the same file would read only what it is asked for, and so is worth
 * its cost: no section was inflated or loaded by libdw for source lines, and no unit has its
 * functions in a file of its own.
 */
bool dwarf_file_is_cheap(const struct dwarf_file *d);

/* 0, or -ENOMEM: answers since it was opened may lack something. */
int dwarf_file_err(const struct dwarf_file *d);

/*
 * The functions at address @addr of the file, innermost first, into @out, which has room for
 * DWARF_LEVELS. @how: DWARF_LINES and the like. @start: where the symbol at the address begins.
 * Files are without their directories. Return: how many,
 * 0: not known.
 */
uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how,
			   struct dwarf_level *out);

/* The source line of @addr; @path as the compiler had it. Return: whether it is known. */
bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line);
/* The directory in which the compiler of the unit at @addr ran, or NULL. */
const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr);
