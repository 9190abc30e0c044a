/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_DWARF_INT_H
#define REP_DWARF_INT_H

/* What the parts that read debugging information share. */

#include "dwarf_file.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* A stretch of code and whose it is. */
struct dwarf_span {
	uint64_t lo, hi;
	uint64_t reach; /* the highest hi up to this one */
	uint32_t what;
};

struct dwarf_spans {
	struct dwarf_span *all; /* ascending by lo once sorted */
	uint32_t nr, cap;
};

/* All that @die covers. */
void dwarf_spans_add(struct dwarf_spans *s, Dwarf_Die *die, uint32_t what);
void dwarf_spans_sort(struct dwarf_spans *s);
/* The narrowest that covers @addr, of equal ones the last; NULL: none. */
const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr);

/* A function: one with code of its own, or inlined into the one at @up. */
struct dwarf_func {
	Dwarf_Die die;
	const char *name;
	uint32_t up; /* of the first, which is not inlined: itself */
	bool inlined, named;
	bool linkage;	     /* the name is one for linkers */
	bool asked, renamed; /* see DWARF_AS_PERF */
};

/* A function and all that is inlined into it, in the order of the file. */
struct dwarf_tree {
	Dwarf_Die die;
	bool read;
	struct dwarf_func *funcs; /* 0: the function itself */
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

struct dwarf_unit {
	Dwarf_Die die;
	bool read;
	bool plain_names; /* the language has no mangled ones */
	struct dwarf_tree *trees;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

struct dwarf_file {
	struct sym_elf *elf, *shared;
	Dwarf *dw, *dw_shared;
	struct dwarf_unit *units;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

/* dwarf_funcs.c: the function of @u that covers @addr, with all inlined into it; NULL: none. */
struct dwarf_tree *dwarf_unit_tree(struct dwarf_unit *u, uint64_t addr);
void dwarf_unit_free(struct dwarf_unit *u);
/* Read the name of @f if that was not done yet. */
void dwarf_func_named(const struct dwarf_unit *u, struct dwarf_func *f);

#endif
#endif
