/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Types and functions shared by the files that find data types. */

#include "common/hash_table.h"
#include "session/datatype/data_type.h"

#include "object/elf/elf_object_int.h"
#include "object/symbols/object_symbols.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* Bounds for damaged files. */
#define ENTRIES_MAX (1u << 20) /* in one list */
#define LEVELS_MAX 32u	       /* of types in types, of namespaces, of scopes */

struct type_global;
struct type_range;

struct type_known {
	Dwarf_Die die;
	uint64_t size;
};

struct type_file {
	struct sym_type_files files;
	Dwarf *dw, *dw_shared;
	Dwarf_CFI *cfi, *cfi_eh; /* the latter of what was mapped; each may be NULL */
	int *err;		 /* set to -ENOMEM */
	bool listed;
	struct type_global *globals; /* ascending by addr */
	uint32_t nr, cap;
	struct type_known *types; /* by number; 0 is none */
	uint32_t nr_types, cap_types;
	struct pd_hash_index type_index; /* by where the entry is */
	struct type_range *ranges;	 /* of the functions that were worked out, ascending */
	uint32_t nr_ranges, cap_ranges;
};

/*
 * mem_grow() of @p, which has room for *@cap elements, to twice as many, at least @min. Return:
 * NULL when memory is exhausted: *@cap is as it was, and f->err says it.
 */
bool type_room(struct type_file *f, void *array, uint32_t *cap, uint32_t n, size_t size);

/* data_type_die.c */
bool type_die_of(Dwarf_Die *die, Dwarf_Die *type);
/* Without const and the like; with @names also without names that stand for others. */
bool type_die_peel(Dwarf_Die *type, bool names);
bool type_die_size(Dwarf_Die *type, uint64_t *size);
/* What @type points to. */
bool type_die_pointee(Dwarf_Die *type, Dwarf_Die *to);
/* The innermost thing at @offset, which begins there and has no parts. */
bool type_die_leaf(const Dwarf_Die *of, uint64_t offset, Dwarf_Die *leaf);
/* Something of @type is looked at, @offset behind its begin. */
bool type_die_found(Dwarf_Die *type, int64_t offset, struct type_found *out);

/* The number of a type that has a size; 0: it has none, or memory is exhausted. */
uint32_t type_number(struct type_file *f, Dwarf_Die *type);

/* Memory that is so far behind the begin of something of a type. */
struct type_offset {
	uint32_t type; /* 0: not known */
	int64_t off;
};

/* The address that stands in an expression, or in a table that it gives a number in. */
bool type_fixed_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr);

/* What @addr is of a variable with a fixed address. */
struct type_offset type_global_at(struct type_file *f, uint64_t addr);

/* What is in a register. */
struct type_value {
	enum {
		TYPE_NEVER, /* the place is not reached */
		TYPE_ANYTHING,
		TYPE_ZERO,
		TYPE_POINTER, /* to what is at off in a type */
		TYPE_ADDRESS  /* fixed */
	} kind;
	uint32_t type;
	uint64_t off; /* or the address */
};

/* Of a variable of that type. */
struct type_value type_value_of(struct type_file *f, Dwarf_Die *type);

/* An instruction of a function. */
struct type_step {
	uint64_t pc;
	struct disasm_step is;
	bool begins;		/* it may be jumped to */
	struct type_offset mem; /* what variables tell of its memory */
	uint32_t told, nr_told; /* what they tell of registers from here on, in type_code.told */
	uint32_t block;		/* with begins */
};

struct type_fact {
	int reg;
	struct type_value value;
};

/* The instructions of a function, ascending. */
struct type_code {
	struct type_file *f;
	unsigned pointer; /* bytes of one */
	struct type_step *steps;
	uint32_t nr, cap;
	struct type_fact *told;
	uint32_t nr_told, cap_told;
	struct type_call {
		uint64_t pc; /* behind the call */
		struct type_value value;
	} * calls; /* ascending */
	uint32_t nr_calls, cap_calls;
	uint32_t nr_blocks;
	uint64_t entry;
};

/* data_type_flow.c: where instructions are jumped to. */
void type_flow_blocks(struct type_code *c);

/* data_type_vars.c: fill mem, told and calls in from the entries of @function. */
void type_vars_find_facts(struct type_code *c, Dwarf_Die *function);

/*
 * data_type_flow.c: fill mem in where it follows from what other instructions leave in registers.
 */
void type_flow(struct type_code *c);

#endif
