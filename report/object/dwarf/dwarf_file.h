/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Reads the debugging information of one ELF file: finds the source line of an address, and the
 * functions that contain the address, innermost inlined function first. A DWARF unit or a function
 * is read when the first look-up needs it. All texts live until dwarf_file_close(). Only one
 * thread at a time may use a file.
 */

#include <stdbool.h>
#include <stdint.h>

struct sym_elf;
struct sym_wanted;
struct dwarf_file;

/*
 * Maximum number of functions at one address, as in perf: one function with code of its own, and
 * the functions that are inlined into it at this address.
 */
#define DWARF_LEVELS 1024u

/*
 * One of the functions that contain an address: a function that is inlined there, or the function
 * with code of its own.
 */
struct dwarf_level {
	/*
	 * name from the debugging information, which may be mangled; NULL: the name of the symbol
	 * that covers the address has to be used
	 */
	const char *name;
	/*
	 * name of the function in the source; it is set only if @name is NULL, the function is not
	 * inlined, its unit is C++, and the name in the source is known; otherwise NULL
	 */
	const char *source_name;
	/*
	 * with DWARF_LINES: path of the source file. For the innermost function, this is the file
	 * of the address; for each other function, the file with the call of the next inner
	 * function. NULL: not known.
	 */
	const char *file;
	uint32_t line; /* line number in @file; 0: not known */
};

enum {
	DWARF_LINES = 1, /* also set dwarf_level.file and dwarf_level.line */
	/*
	 * Give functions the names that addr2line prints, because perf takes names from addr2line.
	 * The flag affects only functions that have no linkage name and are in units of a language
	 * whose names compilers mangle. The first look-up that finds such a function as innermost
	 * function returns, as name of the function, the name of the symbol that covers the
	 * looked-up address (dwarf_level.name is NULL). If this symbol begins where the function
	 * begins, all later look-ups return the name of the symbol, too; otherwise all later
	 * look-ups return the name from the debugging information.
	 */
	DWARF_AS_PERF = 2
};

/*
 * Open the debugging information of the ELF file @e.
 * @shared: dwz supplementary file of @e; NULL: @e needs none
 * @w: describes the object of @e, so that .dwo files and .dwp packages can be searched for; NULL:
 * no search for such files
 * @lines: the caller will look up source files and line numbers, too
 *
 * Return: the debugging information, which dwarf_file_close() closes together with @e and @shared.
 * NULL: @e has no debugging information that can be read, or memory is exhausted (then
 * mem_failures() increases); the function has closed @e and @shared.
 */
struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared,
				   const struct sym_wanted *w, bool lines);
void dwarf_file_close(struct dwarf_file *d);

/*
 * Return: the index of the unit that covers @addr, an address in the ELF file; UINT32_MAX: no unit
 * covers @addr. *@size is set to the number of bytes of the unit in .debug_info. A unit has the
 * same index in each struct dwarf_file of one ELF file, so that several threads, each with its own
 * struct dwarf_file, can divide the units among them. Any number of threads may call this function
 * at the same time.
 */
uint32_t dwarf_file_unit(const struct dwarf_file *d, uint64_t addr, uint64_t *size);
uint32_t dwarf_file_nr_units(const struct dwarf_file *d);
/*
 * Return: whether opening the ELF file of @d a second time is cheap, because the second struct
 * dwarf_file would read only the parts that its look-ups need. The result is false in these cases:
 * .debug_info is in memory, for example because it was inflated; libdw has loaded the file for
 * source lines; the file needs a dwz supplementary file; a unit has its functions in a .dwo file or
 * .dwp package. Otherwise the result is true.
 */
bool dwarf_file_is_cheap(const struct dwarf_file *d);

/*
 * Return: -ENOMEM if memory was exhausted since dwarf_file_open(), so that results of @d may be
 * incomplete; otherwise 0.
 */
int dwarf_file_err(const struct dwarf_file *d);

/*
 * Find the functions that contain @addr, an address in the ELF file, and write them to the array
 * @out, innermost first. @out has DWARF_LEVELS elements. @start is the start address of the symbol
 * that covers @addr. @how has the bits DWARF_LINES and DWARF_AS_PERF. Paths of source files are as
 * the compiler wrote them. Return: number of functions; 0: no function is known.
 */
uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how,
			   struct dwarf_level *out);

/*
 * Find the source line of @addr, an address in the ELF file. Set *@path to the path of the source
 * file, as the compiler wrote it, and *@line to the line number. Return: whether the line is
 * known; if it is not, nothing is set.
 */
bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line);
/*
 * Return: the directory in which the compiler ran for the unit that covers @addr, an address in
 * the ELF file (DW_AT_comp_dir); NULL: not known.
 */
const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr);
