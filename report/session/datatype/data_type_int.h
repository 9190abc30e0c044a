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
#define ENTRIES_MAX (1u << 20) /* maximum number of DIEs in one list */
#define LEVELS_MAX 32u	       /* largest nesting depth of types, namespaces and scopes */

struct type_global;
struct type_range;

/*
 * An element of type_file.types: a type, to which other structs refer by the index of the element.
 */
struct type_known {
	Dwarf_Die die;
	uint64_t size;
};

struct type_file {
	struct sym_type_files files;
	Dwarf *dw, *dw_shared;
	/*
	 * call frame information of the debug file (@cfi) and of the mapped file (@cfi_eh); NULL:
	 * none
	 */
	Dwarf_CFI *cfi, *cfi_eh;
	/*
	 * error variable of the caller of type_file_open(); set to -ENOMEM if memory is exhausted
	 */
	int *err;
	bool listed; /* @globals contains all variables with a fixed address */
	/* variables with a fixed address, in ascending order of addresses */
	struct type_global *globals;
	uint32_t nr, cap;
	struct type_known *types; /* used from element 1; index 0 stands for no type */
	uint32_t nr_types, cap_types;
	/* hash index by the address of a type's DIE; an entry holds the index in @types */
	struct pd_hash_index type_index;
	/* address ranges of functions that were already analysed, in ascending order */
	struct type_range *ranges;
	uint32_t nr_ranges, cap_ranges;
};

/*
 * Make sure that element @n of @array exists, like mem_room(). Return: false if memory is
 * exhausted; *@cap is then unchanged, and *f->err is -ENOMEM.
 */
bool type_room(struct type_file *f, void *array, uint32_t *cap, uint32_t n, size_t size);

/*
 * data_type_die.c: get the type (DW_AT_type) of @die. The functions type_die_...() return false if
 * the DIE lacks the requested value.
 */
bool type_die_of(Dwarf_Die *die, Dwarf_Die *type);
/*
 * Replace *@type by the type without qualifiers (const, volatile ...). With @names, also replace
 * typedefs by their types.
 */
bool type_die_peel(Dwarf_Die *type, bool names);
bool type_die_size(Dwarf_Die *type, uint64_t *size);
/* Set *@to to the type to which @type, a pointer or a reference, points. */
bool type_die_pointee(Dwarf_Die *type, Dwarf_Die *to);
/*
 * Set *@leaf to the innermost member or element of type @of at byte @offset: a type without members
 * or elements that begins at @offset.
 */
bool type_die_leaf(const Dwarf_Die *of, uint64_t offset, Dwarf_Die *leaf);
/* Fill @out for an access to the memory at byte @offset of an object of type @type. */
bool type_die_found(Dwarf_Die *type, int64_t offset, struct type_found *out);

/*
 * Return the index of @type in @f->types; the type is added if it is new. 0: the type has no size,
 * or memory is exhausted.
 */
uint32_t type_number(struct type_file *f, Dwarf_Die *type);

/* A position in memory, relative to the beginning of an object of a known type. */
struct type_offset {
	uint32_t type; /* index of the object's type in type_file.types; 0: not known */
	int64_t off;   /* bytes from the beginning of the object to the position */
};

/*
 * Set *@addr to the fixed address in the operation @op of @location: the operand of DW_OP_addr, or
 * the address in .debug_addr whose index is the operand of DW_OP_addrx.
 */
bool type_fixed_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr);

/*
 * Return the type of the variable that covers the fixed address @addr, and the offset of @addr in
 * the variable.
 */
struct type_offset type_global_at(struct type_file *f, uint64_t addr);

/* Knowledge about the value of a register or variable at one instruction. */
struct type_value {
	enum {
		TYPE_NEVER,    /* the instruction is never reached */
		TYPE_ANYTHING, /* nothing is known about the value */
		TYPE_ZERO,
		TYPE_POINTER, /* the address of byte @off in an object of type @type */
		TYPE_ADDRESS  /* the fixed address @off */
	} kind;
	uint32_t type;
	uint64_t off; /* TYPE_POINTER: offset in the object; TYPE_ADDRESS: the address */
};

/*
 * Return the knowledge about the value of a variable of type @type: TYPE_POINTER if @type is a
 * pointer; else TYPE_ANYTHING.
 */
struct type_value type_value_of(struct type_file *f, Dwarf_Die *type);

/* One instruction of a function. */
struct type_step {
	uint64_t pc;
	struct disasm_step is;
	/* the instruction begins a basic block, for example because it is the target of a jump */
	bool begins;
	/*
	 * Type and offset of the memory that the instruction accesses. First type_vars_find_facts()
	 * sets @mem from variables; later type_flow() sets @mem from the values of registers.
	 */
	struct type_offset mem;
	/*
	 * Facts that hold from this instruction on: the @nr_told elements of type_code.told from
	 * index @told on.
	 */
	uint32_t told, nr_told;
	/* if @begins is set: index of the basic block that begins with this instruction */
	uint32_t block;
};

/* A fact from DWARF: register @reg holds a variable, and @value is known about the variable. */
struct type_fact {
	int reg;
	struct type_value value;
};

/* The instructions of one function. */
struct type_code {
	struct type_file *f;
	unsigned pointer; /* size of a pointer in bytes */
	struct type_step *steps;
	uint32_t nr, cap;
	struct type_fact *told; /* facts of all instructions, see type_step.told */
	uint32_t nr_told, cap_told;
	struct type_call {
		uint64_t pc; /* return address of the call instruction */
		/* knowledge about the value that the called function returns */
		struct type_value value;
	} * calls; /* calls of the function, in ascending order of @pc */
	uint32_t nr_calls, cap_calls;
	uint32_t nr_blocks;
	uint64_t entry; /* address of the function's entry point; 0: not known */
};

/*
 * data_type_flow.c: divide the instructions into basic blocks: set type_step.begins,
 * type_step.block and type_code.nr_blocks.
 */
void type_flow_blocks(struct type_code *c);

/*
 * data_type_vars.c: set type_step.mem, type_code.told and type_code.calls from the DIEs below
 * @function.
 */
void type_vars_find_facts(struct type_code *c, Dwarf_Die *function);

/*
 * data_type_flow.c: set type_step.mem of each instruction whose accessed memory can be derived from
 * the values that earlier instructions put into registers.
 */
void type_flow(struct type_code *c);

#endif
