/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the source files that find functions in debugging information. */

#include "object/dwarf/die.h"
#include "object/dwarf/dwarf_file.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/*
 * An address range [@lo, @lo + @size) in the ELF file. @what is the index of the unit (in
 * dwarf_file.units), of the function (in dwarf_unit.trees) or of the inlined call (in
 * dwarf_tree.funcs) that has this range.
 */
struct dwarf_span {
	uint64_t lo;
	uint32_t size;
	/*
	 * number of bytes from @lo to the highest of these ends: the end of this range, and the
	 * ends of all ranges before this range in the sorted array dwarf_spans.all
	 */
	uint32_t reach;
	uint32_t what;
};

struct dwarf_spans {
	struct dwarf_span *all; /* array of address ranges; dwarf_spans_sort() sorts it by @lo */
	uint32_t nr, cap;
};

/*
 * dwarf_spans.c: add to @s the address ranges of a DIE. @u: the unit of the DIE; @at: the
 * attributes of the DIE. The function sets dwarf_span.what of each added range to @what.
 */
void dwarf_spans_add(struct dwarf_spans *s, const struct die_unit *u, const struct die_attrs *at,
		     uint32_t what);
void dwarf_spans_sort(struct dwarf_spans *s);
/*
 * Return: the smallest address range in @s that covers @addr; NULL: no range covers @addr. If
 * several ranges of this smallest size cover @addr, return the one with the highest
 * dwarf_span.what.
 */
const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr);

/*
 * A function with code of its own, or an inlined call of a function. The struct is small, because
 * a file has very many functions, of which few are looked up.
 */
struct dwarf_func {
	uint32_t die; /* offset of the function's DIE from the start of its unit, in bytes */
	/* offset of the DIE that has the function's name, from the start of the unit, in bytes */
	uint32_t origin;
	/*
	 * index in dwarf_tree.funcs of the function into which this function is inlined. Element 0
	 * of dwarf_tree.funcs is not inlined; its @up is 0 and is not used.
	 */
	uint32_t up;
	/* index in dwarf_unit.known of this function's name; 0: the name was not looked up yet */
	uint32_t known;
};

/* Name and call site of a function that a look-up has found. */
struct dwarf_known {
	char *name;
	/* @name is a linkage name, or compilers do not mangle names of the unit's language */
	bool linkage;
	/*
	 * Both members are for DWARF_AS_PERF. @asked: the function was the innermost function of a
	 * look-up already. @renamed: look-ups return the name of the symbol instead of @name.
	 */
	bool asked, renamed;
	/*
	 * dwarf_func_find_call_site() was called for this function. It has set @call_file,
	 * @call_line and @start; if it could not read the DIE of the function, they are 0.
	 */
	bool placed;
	uint32_t call_file, call_line;
	uint64_t start; /* start address of the function's first address range */
};

/*
 * A function with code of its own and all functions that are inlined into it, in the order of
 * their DIEs.
 */
struct dwarf_tree {
	uint64_t die;
	bool read;
	/* element 0 is the DW_TAG_subprogram; the others are functions inlined into it */
	struct dwarf_func *funcs;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

struct dwarf_unit {
	struct die_unit *unit; /* the unit in the ELF file itself, maybe a skeleton unit */
	/*
	 * the unit that has the functions: @unit, or, if that is a skeleton unit, its split unit;
	 * NULL: the split unit was not searched for yet, or was not found
	 */
	struct die_unit *code;
	/*
	 * sections of the .dwo file or .dwp package with the split unit; NULL: there is no split
	 * unit, or the split unit was not searched for yet or not found
	 */
	struct die_src *split;
	/*
	 * the .dwo file with the sections @split; NULL: @split is NULL, or the sections are those
	 * of a .dwp package
	 */
	struct sym_elf *split_elf;
	bool split_off, split_asked;
	bool read;
	bool plain_names; /* addr2line prints the source names of the unit's functions, as in C */
	/* the unit is C++: the source name of a function without a linkage name is a symbol */
	bool extern_c;
	struct dwarf_tree *trees;
	uint32_t nr, cap;
	struct dwarf_spans spans;
	/*
	 * array of the names of functions that were looked up, indexed by dwarf_func.known;
	 * element 0 is not used
	 */
	struct dwarf_known *known;
	uint32_t nr_known, cap_known;
};

struct dwarf_file {
	struct sym_elf *elf, *shared;
	struct die_src src, src_shared;
	/*
	 * libdw's handles, from which source lines are read. @dw: handle of @elf; @dw_shared:
	 * handle of @shared. Both are NULL if source lines are not needed; @dw_shared is also NULL
	 * if there is no file @shared.
	 */
	Dwarf *dw, *dw_shared;
	bool libdw_off;	   /* libdw ran out of memory, so it is not called again */
	unsigned failures; /* value that mem_failures() had when dwarf_file_open() was called */
	/*
	 * @name: recorded path of the object; NULL: .dwo files and .dwp packages are not searched
	 * for. @symfs: --symfs directory that is put before the paths of .dwo files and .dwp
	 * packages; NULL: none.
	 */
	char *name, *symfs;
	bool split_said;
	bool package_asked;
	struct sym_elf *package_elf; /* .dwp package of @elf; NULL: not looked for or not found */
	struct die_src package;
	struct dwarf_unit *units;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

/*
 * dwarf_split.c: if the functions of the unit @u are in a .dwo file or .dwp package, find and open
 * this file and set @u->code. Only the first call for a unit searches for the file.
 */
void dwarf_split_find(struct dwarf_file *d, struct dwarf_unit *u);
void dwarf_split_close(struct dwarf_unit *u);
void dwarf_package_close(struct dwarf_file *d);

/*
 * dwarf_funcs.c: return the function of the unit @u that covers @addr, with all functions that are
 * inlined into it; NULL: no function of the unit covers @addr.
 */
struct dwarf_tree *dwarf_unit_tree(struct dwarf_unit *u, uint64_t addr);
void dwarf_unit_free(struct dwarf_unit *u);
/*
 * Return: the element of @u->known for @f. The first call for @f adds this element and reads the
 * name of @f into it. The returned pointer is valid until the next call for @u. NULL: memory is
 * exhausted.
 */
struct dwarf_known *dwarf_func_known(struct dwarf_unit *u, struct dwarf_func *f);
/*
 * Set @k->start to the start address of @f. If @f is inlined, also set @k->call_file and
 * @k->call_line to DW_AT_call_file and DW_AT_call_line of @f: the place in the source where @f is
 * inlined. @k is the result of dwarf_func_known() for @f. Exception: if an earlier call has set
 * @k->placed, the function does nothing.
 */
void dwarf_func_find_call_site(const struct dwarf_unit *u, const struct dwarf_func *f,
			       struct dwarf_known *k);

#endif
