/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the parts that find functions in debugging information share. */

#include "object/dwarf/die.h"
#include "object/dwarf/dwarf_file.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* A stretch of code and whose it is. */
struct dwarf_span {
	uint64_t lo;
	uint32_t size;
	uint32_t reach; /* from lo to the highest end of the spans up to this one */
	uint32_t what;
};

struct dwarf_spans {
	struct dwarf_span *all; /* ascending by lo once sorted */
	uint32_t nr, cap;
};

/* dwarf_spans.c: all that an entry with @at covers. */
void dwarf_spans_add(struct dwarf_spans *s, const struct die_unit *u, const struct die_attrs *at,
		     uint32_t what);
void dwarf_spans_sort(struct dwarf_spans *s);
/* The narrowest that covers @addr, of equal ones the last; NULL: none. */
const struct dwarf_span *dwarf_spans_find(const struct dwarf_spans *s, uint64_t addr);

/*
 * A function: one with code of its own, or inlined into the one at @up. There are many; few are
 * asked for.
 */
struct dwarf_func {
	uint32_t die;	 /* its entry, from the begin of the unit */
	uint32_t origin; /* the same of the one that has its name */
	uint32_t up;	 /* of the first, which is not inlined: itself */
	uint32_t known;	 /* number in the unit's known, 0: not asked for yet */
};

/* What has been read of a function. */
struct dwarf_known {
	char *name;
	bool linkage;	     /* the name is one for linkers */
	bool asked, renamed; /* see DWARF_AS_PERF */
	bool placed;	     /* and the rest is known, too */
	uint32_t call_file, call_line;
	uint64_t start; /* of its first stretch of code */
};

/* A function and all that is inlined into it, in the order of the file. */
struct dwarf_tree {
	uint64_t die;
	bool read;
	struct dwarf_func *funcs; /* 0: the function itself */
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

struct dwarf_unit {
	struct die_unit *unit; /* in the file itself */
	struct die_unit *
		code; /* that has the functions: the same, or what was split off; NULL: not found */
	struct die_src *split;	   /* the latter's file */
	struct sym_elf *split_elf; /* NULL: it is in the package */
	bool split_off, split_asked;
	bool read;
	bool plain_names; /* the language has no mangled ones */
	struct dwarf_tree *trees;
	uint32_t nr, cap;
	struct dwarf_spans spans;
	struct dwarf_known *known; /* from 1 */
	uint32_t nr_known, cap_known;
};

struct dwarf_file {
	struct sym_elf *elf, *shared;
	struct die_src src, src_shared;
	Dwarf *dw, *dw_shared; /* with lines */
	bool libdw_off;	       /* libdw ran out of memory and is not asked again */
	unsigned failures;     /* mem_failures() when it was opened */
	char *name, *symfs;    /* where parts that are split off may be; NULL: nowhere */
	bool split_said;
	bool package_asked;
	struct sym_elf *package_elf; /* with the parts of all units that are split off, or NULL */
	struct die_src package;
	struct dwarf_unit *units;
	uint32_t nr, cap;
	struct dwarf_spans spans;
};

/* dwarf_split.c: find the functions of @u if they are in a file of their own. */
void dwarf_split_find(struct dwarf_file *d, struct dwarf_unit *u);
void dwarf_split_close(struct dwarf_unit *u);
void dwarf_package_close(struct dwarf_file *d);

/* dwarf_funcs.c: the function of @u that covers @addr, with all inlined into it; NULL: none. */
struct dwarf_tree *dwarf_unit_tree(struct dwarf_unit *u, uint64_t addr);
void dwarf_unit_free(struct dwarf_unit *u);
/* The name of @f, read now if that was not done yet; valid until the next call. NULL: no memory. */
struct dwarf_known *dwarf_func_known(struct dwarf_unit *u, struct dwarf_func *f);
/* And where it is, and where it is called. */
void dwarf_func_find_call_site(const struct dwarf_unit *u, const struct dwarf_func *f,
			       struct dwarf_known *k);

#endif
