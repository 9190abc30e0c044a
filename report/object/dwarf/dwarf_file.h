/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Debugging information of one file: the functions around an address, inlined ones first, and
 * source lines. Units and functions are read when one of their addresses is first asked for. All
 * texts live as long as the file. For one thread at a time.
 */

#include <stdbool.h>
#include <stdint.h>

struct sym_elf;
struct sym_wanted;
struct dwarf_file;

/* most functions that nest at an address, as in perf */
#define DWARF_LEVELS 1024u

/* One of the functions around an address. */
struct dwarf_level {
	const char *name; /* may be mangled; NULL: the symbol table has the name */
	/* If name is NULL and the function is not inlined: its name in the source, or NULL. */
	const char *source_name;
	/*
	 * With DWARF_LINES: source file of the address; for a function with an inlined one at the
	 * address, file of the call that is inlined; or NULL.
	 */
	const char *file;
	uint32_t line; /* 0: not known */
};

enum {
	DWARF_LINES = 1, /* files and lines are wanted as well */
	/*
	 * Name functions as addr2line does, which perf asks. This concerns an innermost function
	 * without a linkage name: if the symbol at the address begins where the function does, the
	 * function always has the symbol's name. If not, it has the symbol's name only the first
	 * time that it is asked for.
	 */
	DWARF_AS_PERF = 2
};

/*
 * Open the debugging information of @e. @shared: its dwz supplementary file, or NULL if it needs
 * none. Both are closed with the result, or at once if the result is NULL. @w: the object, which
 * says where split DWARF files may be; NULL: nowhere. @lines: files and lines will be asked for.
 * NULL: no debugging information, or memory is exhausted, which mem_failures() tells.
 */
struct dwarf_file *dwarf_file_open(struct sym_elf *e, struct sym_elf *shared,
				   const struct sym_wanted *w, bool lines);
void dwarf_file_close(struct dwarf_file *d);

/*
 * Return: the number of the unit that covers @addr, with the bytes of its entries in *@size;
 * UINT32_MAX: none. Units have the same numbers in every dwarf_file of the same file, so that
 * several can share the work by units. Any number of threads may call it at a time.
 */
uint32_t dwarf_file_unit(const struct dwarf_file *d, uint64_t addr, uint64_t *size);
uint32_t dwarf_file_nr_units(const struct dwarf_file *d);
/*
 * Whether another dwarf_file of the same file would read only the parts that it is asked about,
 * and so is worth its cost: no section was inflated, or loaded by libdw for source lines, and no
 * unit has its functions in a split DWARF file.
 */
bool dwarf_file_is_cheap(const struct dwarf_file *d);

/*
 * Return: 0, or -ENOMEM: memory was exhausted since the file was opened, so answers may be
 * incomplete.
 */
int dwarf_file_err(const struct dwarf_file *d);

/*
 * Get the functions at address @addr of the file, innermost first, into @out, which has room for
 * DWARF_LEVELS. @how: DWARF_LINES, DWARF_AS_PERF. @start: address at which the symbol at @addr
 * begins. Files are paths as the compiler had them. Return: how many functions; 0: unknown.
 */
uint32_t dwarf_file_levels(struct dwarf_file *d, uint64_t addr, uint64_t start, unsigned how,
			   struct dwarf_level *out);

/*
 * Get the source line of @addr, with the path as the compiler had it. Return: whether it is known.
 */
bool dwarf_file_line(struct dwarf_file *d, uint64_t addr, const char **path, uint32_t *line);
/* Return: the directory in which the compiler of the unit at @addr ran, or NULL. */
const char *dwarf_file_dir(struct dwarf_file *d, uint64_t addr);
