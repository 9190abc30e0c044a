/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares types and functions that the data_type_*.c files share. */

#include "common/hash_table.h"
#include "session/datatype/data_type.h"

#include "object/elf/elf_object_int.h"
#include "object/symbols/object_symbols.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* Limits that protect against damaged files. */
#define ENTRIES_MAX (1u << 20) /* entries of one list */
#define LEVELS_MAX 32u	       /* nesting depth of types, of namespaces, of scopes */

struct type_global;
struct type_range;

/* A type that has a number. */
struct type_known {
	Dwarf_Die die;
	uint64_t size;
};

struct type_file {
	struct sym_type_files files;
	Dwarf *dw, *dw_shared;
	/* call frame information of the debug file, and of the mapped file; each may be NULL */
	Dwarf_CFI *cfi, *cfi_eh;
	/* belongs to the caller; set to -ENOMEM when memory is exhausted */
	int *err;
	bool listed;		     /* globals is filled */
	struct type_global *globals; /* ascending by addr */
	uint32_t nr, cap;
	struct type_known *types; /* by number; number 0: no type */
	uint32_t nr_types, cap_types;
	struct pd_hash_index type_index; /* numbers of types by address of their DIE */
	struct type_range *ranges;	 /* code of functions already analysed, ascending */
	uint32_t nr_ranges, cap_ranges;
};

/*
 * mem_room() of @array: make sure that element @n exists. Return: false when memory is exhausted;
 * *@cap is as it was then, and *f->err is -ENOMEM.
 */
bool type_room(struct type_file *f, void *array, uint32_t *cap, uint32_t n, size_t size);

/* data_type_die.c; the functions return false if the DIE lacks what is asked for. */
bool type_die_of(Dwarf_Die *die, Dwarf_Die *type);
/* Replace @type by the type below its qualifiers (const ...); @names: also below typedefs. */
bool type_die_peel(Dwarf_Die *type, bool names);
bool type_die_size(Dwarf_Die *type, uint64_t *size);
/* Get the type that pointer or reference @type points to. */
bool type_die_pointee(Dwarf_Die *type, Dwarf_Die *to);
/* Get the type without members or elements that begins at @offset of type @of. */
bool type_die_leaf(const Dwarf_Die *of, uint64_t offset, Dwarf_Die *leaf);
/* Fill @out in for an access to an object of @type, @offset bytes after its beginning. */
bool type_die_found(Dwarf_Die *type, int64_t offset, struct type_found *out);

/* Return: the number of @type in f->types; 0: the type has no size, or memory is exhausted. */
uint32_t type_number(struct type_file *f, Dwarf_Die *type);

/* A place in memory, relative to an object of a known type. */
struct type_offset {
	uint32_t type; /* number of the type; 0: not known */
	int64_t off;   /* bytes from the beginning of the object */
};

/* Get the address in a DW_OP_addr, or the one whose index in .debug_addr @op has (DW_OP_addrx). */
bool type_fixed_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr);

/* Return: the type of the variable with a fixed address that covers @addr, and @addr's offset. */
struct type_offset type_global_at(struct type_file *f, uint64_t addr);

/* What is known about the value of a register. */
struct type_value {
	enum {
		TYPE_NEVER,    /* the instruction is not reached */
		TYPE_ANYTHING, /* not known */
		TYPE_ZERO,
		TYPE_POINTER, /* address of byte off in an object of type */
		TYPE_ADDRESS  /* fixed address, in off */
	} kind;
	uint32_t type;
	uint64_t off; /* POINTER: offset in type; ADDRESS: the address */
};

/*
 * Return: what is known about the value of a variable of @type: TYPE_POINTER if @type is a pointer,
 * else TYPE_ANYTHING.
 */
struct type_value type_value_of(struct type_file *f, Dwarf_Die *type);

/* An instruction of a function. */
struct type_step {
	uint64_t pc;
	struct disasm_step is;
	bool begins; /* begins a basic block, e.g. because it may be jumped to */
	/*
	 * type of the memory that it accesses; type_vars_find_facts() sets it from variables, then
	 * type_flow()
	 */
	struct type_offset mem;
	/*
	 * facts that hold from this instruction on: the nr_told elements of the array
	 * type_code.told whose first index is told
	 */
	uint32_t told, nr_told;
	uint32_t block; /* number of its basic block, if begins is set */
};

/* A register that holds a variable, by DWARF, and the value of that variable. */
struct type_fact {
	int reg;
	struct type_value value;
};

/* The instructions of a function, ascending. */
struct type_code {
	struct type_file *f;
	unsigned pointer; /* bytes of a pointer */
	struct type_step *steps;
	uint32_t nr, cap;
	struct type_fact *told; /* facts of all steps, see type_step.told */
	uint32_t nr_told, cap_told;
	struct type_call {
		uint64_t pc;		 /* return address of the call */
		struct type_value value; /* value that the called function returns */
	} * calls;			 /* ascending */
	uint32_t nr_calls, cap_calls;
	uint32_t nr_blocks;
	uint64_t entry; /* address of the first instruction to run; 0: not known */
};

/* data_type_flow.c: divide the instructions into basic blocks (begins, block, nr_blocks). */
void type_flow_blocks(struct type_code *c);

/* data_type_vars.c: fill mem, told and calls in from the DIEs below @function. */
void type_vars_find_facts(struct type_code *c, Dwarf_Die *function);

/*
 * data_type_flow.c: fill mem in where it follows from the values that other instructions leave in
 * registers.
 */
void type_flow(struct type_code *c);

#endif
