/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads the debugging information of one file: finds the functions around an address, inlined
 * functions first, and source lines. A unit or function is read when the first look-up needs it.
 * All texts live until dwarf_file_close(). Only one thread at a time may use a file.
 */

#include <stdbool.h>
#include <stdint.h>

struct sym_elf;
struct sym_wanted;
struct dwarf_file;

/* Maximum number of functions at one address (one function and those inlined), as in perf. */
#define DWARF_LEVELS 1024u

/* One of the functions around an address: an inlined function, or the function itself. */
struct dwarf_level {
	const char *name; /* may be mangled; NULL: use the name in the symbol table */
	/*
	 * If @name is NULL and the function is not inlined: name of the function in the source;
	 * NULL if the source name is not known.
	 */
	const char *source_name;
	/*
	 * With DWARF_LINES: source file. For the innermost function, the file of the address; for
	 * other functions, the file of the call of the next inner function. NULL: not known.
	 */
	const char *file;
	uint32_t line; /* line number in @file; 0: not known */
};

enum {
	DWARF_LINES = 1, /* also get files and line numbers */
	/*
	 * Name functions as addr2line does, because perf takes names from addr2line. The flag
	 * concerns an innermost function without a linkage name. If, in the first look-up of this
	 * function, the symbol at the address begins where the function begins, the function gets
	 * the name of the symbol in every look-up. Otherwise it gets the name of the symbol only in
	 * the first look-up.
	 */
	DWARF_AS_PERF = 2
};

/*
 * Open the debugging information of @e. @shared: dwz supplementary file of @e; NULL: @e needs none.
 * dwarf_file_close() closes both files; if the result is NULL, both are closed at once. @w:
 * describes the object, for the search of split DWARF files; NULL: no search. @lines: the caller
 * needs files and line numbers. Return: NULL: no debugging information, or memory is exhausted
 * (then mem_failures() increases).
 */
struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared,
				   const struct sym_wanted *w, bool lines);
void dwarf_file_close(struct dwarf_file *d);

/*
 * Return: index of the unit that covers @addr; UINT32_MAX: no unit covers @addr. *@size: bytes of
 * the unit in .debug_info. A unit has the same index in each struct dwarf_file of one ELF file, so
 * that several threads, each with its own struct dwarf_file, can divide the units. Any number of
 * threads may call this function at a time.
 */
uint32_t dwarf_file_unit(const struct dwarf_file *d, uint64_t addr, uint64_t *size);
uint32_t dwarf_file_nr_units(const struct dwarf_file *d);
/*
 * Return: whether opening the same ELF file a second time is cheap, because the second struct
 * dwarf_file would read only the parts that its look-ups need. This is so if no section was
 * inflated or loaded by libdw for source lines, and no unit has functions in a split DWARF file.
 */
bool dwarf_file_is_cheap(const struct dwarf_file *d);

/*
 * Return: 0; -ENOMEM: memory was exhausted since the file was opened, so results may be incomplete.
 */
int dwarf_file_err(const struct dwarf_file *d);

/*
 * Write the functions around address @addr of the file to @out, innermost first. @out has room for
 * DWARF_LEVELS elements. @start: start address of the symbol that covers @addr. @how: DWARF_LINES
 * and DWARF_AS_PERF bits. Paths of source files are those of the compiler. Return: number of
 * functions; 0: not known.
 */
uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how,
			   struct dwarf_level *out);

/*
 * Get source file and line number of @addr; *@path is the path of the compiler. Return: whether the
 * line is known.
 */
bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line);
/*
 * Return: the directory in which the compiler of the unit at @addr ran (DW_AT_comp_dir); NULL: not
 * known.
 */
const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr);
