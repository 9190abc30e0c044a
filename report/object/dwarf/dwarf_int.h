/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the files that find functions in debugging information. */

#include "object/dwarf/die.h"
#include "object/dwarf/dwarf_file.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* A range of addresses and the index of its unit or function. */
struct dwarf_span {
	uint64_t lo;
	uint32_t size;
	/* bytes from lo to the highest end of this span and of all spans before it */
	uint32_t reach;
	uint32_t what;
};

struct dwarf_spans {
	struct dwarf_span *all; /* ascending by lo once sorted */
	uint32_t nr, cap;
};

/* dwarf_spans.c: add the address ranges of the entry with attributes @at. */
void dwarf_spans_add(struct dwarf_spans *s, const struct die_unit *u, const struct die_attrs *at,
		     uint32_t what);
void dwarf_spans_sort(struct dwarf_spans *s);
/* Return: the narrowest span that covers @addr, the last one if several are equal; NULL: none. */
const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr);

/*
 * A function with code of its own, or one that is inlined into function @up. It is small, because
 * there are many functions and few are asked for.
 */
struct dwarf_func {
	uint32_t die;	 /* offset of the function's DIE from the start of the unit */
	uint32_t origin; /* offset of the DIE that has the function's name */
	uint32_t up;	 /* index of the caller; function 0, which is not inlined, has 0 */
	uint32_t known;	 /* index in dwarf_unit.known; 0: not asked for yet */
};

/* The facts of a function that a caller asked for. */
struct dwarf_known {
	char *name;
	bool linkage;	     /* the name is a linkage name */
	bool asked, renamed; /* see DWARF_AS_PERF */
	bool placed;	     /* call_file, call_line and start are known */
	uint32_t call_file, call_line;
	uint64_t start; /* address of its first range */
};

/* A function and all functions that are inlined into it, in the order of the file. */
struct dwarf_tree {
	uint64_t die;
	bool read;
	struct dwarf_func *funcs; /* funcs[0] is the function itself */
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

struct dwarf_unit {
	struct die_unit *unit; /* the unit in the file itself */
	/* the unit with the functions: unit, or its split unit; NULL: not found */
	struct die_unit *code;
	struct die_src *split;	   /* file of the split unit */
	struct sym_elf *split_elf; /* NULL: the file is the package */
	bool split_off, split_asked;
	bool read;
	bool plain_names; /* the language has no mangled names */
	struct dwarf_tree *trees;
	uint32_t nr, cap;
	struct dwarf_spans spans;
	struct dwarf_known *known; /* index 0 is not used */
	uint32_t nr_known, cap_known;
};

struct dwarf_file {
	struct sym_elf *elf, *shared;
	struct die_src src, src_shared;
	Dwarf *dw, *dw_shared; /* with lines */
	bool libdw_off;	       /* libdw ran out of memory and is not asked again */
	unsigned failures;     /* mem_failures() when the file was opened */
	char *name, *symfs;    /* where split DWARF files are looked for; name NULL: nowhere */
	bool split_said;
	bool package_asked;
	struct sym_elf *package_elf; /* .dwp package with the split units, or NULL */
	struct die_src package;
	struct dwarf_unit *units;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

/* dwarf_split.c: find the functions of @u if they are in a split DWARF file. */
void dwarf_split_find(struct dwarf_file *d, struct dwarf_unit *u);
void dwarf_split_close(struct dwarf_unit *u);
void dwarf_package_close(struct dwarf_file *d);

/*
 * dwarf_funcs.c: get the function of @u that covers @addr, with all functions inlined into it;
 * NULL: none.
 */
struct dwarf_tree *dwarf_unit_tree(struct dwarf_unit *u, uint64_t addr);
void dwarf_unit_free(struct dwarf_unit *u);
/*
 * Get the name of @f, which is read if it was not yet. Valid until the next call. NULL: memory is
 * exhausted.
 */
struct dwarf_known *dwarf_func_known(struct dwarf_unit *u, struct dwarf_func *f);
/* Read where @f begins, and where it is called, into @k. */
void dwarf_func_find_call_site(const struct dwarf_unit *u, const struct dwarf_func *f,
			       struct dwarf_known *k);

#endif
