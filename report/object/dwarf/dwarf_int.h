/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the source files that find functions in debugging information. */

#include "object/dwarf/die.h"
#include "object/dwarf/dwarf_file.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* An address range [lo, lo + size), and the index of the unit or function that covers it. */
struct dwarf_span {
	uint64_t lo;
	uint32_t size;
	/* bytes from @lo to the highest end of this span and of all spans before this one */
	uint32_t reach;
	uint32_t what;
};

struct dwarf_spans {
	struct dwarf_span *all; /* dwarf_spans_sort() sorts this array by start address */
	uint32_t nr, cap;
};

/*
 * Add the address ranges of the entry of @u with the attributes @at. @what: index of the unit or
 * function. (dwarf_spans.c)
 */
void dwarf_spans_add(struct dwarf_spans *s, const struct die_unit *u, const struct die_attrs *at,
		     uint32_t what);
void dwarf_spans_sort(struct dwarf_spans *s);
/*
 * Return: the narrowest span that covers @addr; of several spans with equal size, the one with the
 * highest index (dwarf_span.what). NULL: no span covers @addr.
 */
const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr);

/*
 * A function with code of its own, or an inlined call of a function. The struct is small, because a
 * file has many functions and look-ups need few of them.
 */
struct dwarf_func {
	uint32_t die; /* offset of the function's DIE from the start of the unit */
	/* offset of the DIE with the function's name, from the start of the unit */
	uint32_t origin;
	uint32_t up;	/* index of the function that this one is inlined into; 0 in function 0 */
	uint32_t known; /* index in dwarf_unit.known; 0: no look-up has needed the name yet */
};

/* Name and call site of a function that a look-up has found. */
struct dwarf_known {
	char *name;
	bool linkage; /* @name is a linkage name */
	/*
	 * for DWARF_AS_PERF: @asked: the name was looked up before; @renamed: use the symbol's name
	 */
	bool asked, renamed;
	bool placed; /* dwarf_func_find_call_site() has set @call_file, @call_line and @start */
	uint32_t call_file, call_line;
	uint64_t start; /* start of the function's first address range */
};

/* A function and all functions that are inlined into it, in the order of their DIEs. */
struct dwarf_tree {
	uint64_t die;
	bool read;
	struct dwarf_func *funcs; /* element 0 is the function itself */
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

struct dwarf_unit {
	struct die_unit *unit; /* the unit in the ELF file itself, not in a .dwo or dwz file */
	/* the unit that has the functions: @unit, or its split unit; NULL: not found */
	struct die_unit *code;
	struct die_src *split;	   /* sections of the file with the split unit; NULL: none */
	struct sym_elf *split_elf; /* the .dwo file; NULL: none, or @split is the package */
	bool split_off, split_asked;
	bool read;
	bool plain_names; /* the language has no mangled names */
	struct dwarf_tree *trees;
	uint32_t nr, cap;
	struct dwarf_spans spans;
	struct dwarf_known *known; /* array, indexed by dwarf_func.known; element 0 is not used */
	uint32_t nr_known, cap_known;
};

struct dwarf_file {
	struct sym_elf *elf, *shared;
	struct die_src src, src_shared;
	Dwarf *dw, *dw_shared; /* libdw's handles, for source lines; NULL: no source lines */
	bool libdw_off;	       /* libdw ran out of memory and is not called again */
	unsigned failures;     /* value of mem_failures() when the file was opened */
	/* path of the object and --symfs directory; @name NULL: no search of split DWARF files */
	char *name, *symfs;
	bool split_said;
	bool package_asked;
	struct sym_elf *package_elf; /* .dwp package with the split units; NULL: not found */
	struct die_src package;
	struct dwarf_unit *units;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

/*
 * If the functions of @u are in a split DWARF file, open this file and set @u->code. Only the first
 * call for a unit searches. (dwarf_split.c)
 */
void dwarf_split_find(struct dwarf_file *d, struct dwarf_unit *u);
void dwarf_split_close(struct dwarf_unit *u);
void dwarf_package_close(struct dwarf_file *d);

/*
 * Return: the function of @u that covers @addr, with all functions inlined into it; NULL: no
 * function of the unit covers @addr. (dwarf_funcs.c)
 */
struct dwarf_tree *dwarf_unit_tree(struct dwarf_unit *u, uint64_t addr);
void dwarf_unit_free(struct dwarf_unit *u);
/*
 * Return: the element of @u->known for @f; the first call for @f reads the name. The pointer is
 * valid until the next call. NULL: memory is exhausted.
 */
struct dwarf_known *dwarf_func_known(struct dwarf_unit *u, struct dwarf_func *f);
/* Read the start address of @f, and file and line of the inlined call, into @k. */
void dwarf_func_find_call_site(const struct dwarf_unit *u, const struct dwarf_func *f,
			       struct dwarf_known *k);

#endif
