/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares types and functions that the data_type_*.c files share. */

#include "common/hash_table.h"
#include "session/datatype/data_type.h"

#include "object/elf/elf_object_int.h"
#include "object/symbols/object_symbols.h"

#ifdef HAVE_DW

#include <elfutils/libdw.h>

/* Limits of the work, because damaged files may have endless lists or loops of DIEs. */
#define ENTRIES_MAX (1u << 20) /* maximum number of sibling DIEs that are read in one list */
#define LEVELS_MAX 32u	       /* maximum nesting depth of types, namespaces and scopes */

struct type_global;
struct type_range;

/*
 * A type that has been found in DWARF: its DIE and its size in bytes. It is an element of the
 * array type_file.types; other structs refer to the type by the index of this element.
 */
struct type_known {
	Dwarf_Die die;
	uint64_t size;
};

struct type_file {
	struct sym_type_files files;
	Dwarf *dw, *dw_shared;
	/*
	 * @cfi: .debug_frame of the file with debugging information; @cfi_eh: .eh_frame of the
	 * mapped file; NULL: the file has no such section, or there is no such file
	 */
	Dwarf_CFI *cfi, *cfi_eh;
	/*
	 * @err of type_file_open(), a variable of the caller; it is set to -ENOMEM if memory is
	 * exhausted
	 */
	int *err;
	bool listed; /* @globals has been filled with all variables that have a fixed address */
	/* array of the variables with a fixed address, sorted by address */
	struct type_global *globals;
	uint32_t nr, cap;
	struct type_known *types; /* array of types; the index 0 is not used: it means no type */
	uint32_t nr_types, cap_types;
	/* hash table for finding the index of a type in @types by the address of its DIE */
	struct pd_hash_index type_index;
	/* array of the address ranges of functions whose code was analysed, sorted by address */
	struct type_range *ranges;
	uint32_t nr_ranges, cap_ranges;
};

/*
 * Make sure that the element @n of an array is allocated, as mem_room() does: @array is the
 * address of the pointer to the elements, *@cap the number of allocated elements, @size the size
 * of an element. Return: true; false if memory is exhausted: the array is then unchanged, and
 * *@f->err is -ENOMEM.
 */
bool type_room(struct type_file *f, void *array, uint32_t *cap, uint32_t n, size_t size);

/*
 * data_type_die.c: set *@type to the DIE of the type (DW_AT_type) of @die. This function and all
 * functions below with names type_die_...() return true, or false if DWARF does not have the
 * requested value.
 */
bool type_die_of(Dwarf_Die *die, Dwarf_Die *type);
/*
 * Replace *@type by the type without qualifiers such as const and volatile. If @names is true,
 * also replace typedefs by the types that they name. Return: true; false if DWARF has no such
 * type, for example because *@type is const void.
 */
bool type_die_peel(Dwarf_Die *type, bool names);
bool type_die_size(Dwarf_Die *type, uint64_t *size);
/*
 * If @type is a pointer or a reference, set *@to to the type to which @type points, without
 * qualifiers such as const. Return: true; false if @type is another type or points to void.
 */
bool type_die_pointee(Dwarf_Die *type, Dwarf_Die *to);
/*
 * Set *@leaf to the type of the innermost member or array element that begins at byte @offset of
 * data with the type @of. The type *@leaf is not a struct, class, union or array. Return: true;
 * false if no member or element begins at this byte.
 */
bool type_die_leaf(const Dwarf_Die *of, uint64_t offset, Dwarf_Die *leaf);
/*
 * Fill *@out for an access to the byte @offset of data with the type @type. Return: true; false if
 * the type has no size, or if @offset is outside of the data.
 */
bool type_die_found(Dwarf_Die *type, int64_t offset, struct type_found *out);

/*
 * Return the index of @type in the array @f->types, to which the function adds new types. 0: the
 * type has no size, or memory is exhausted.
 */
uint32_t type_number(struct type_file *f, Dwarf_Die *type);

/*
 * The memory that an instruction accesses, as a position in typed data. The data (a variable, or
 * the memory to which a pointer points) has the type @type, and the accessed byte is @off bytes
 * after the first byte of the data.
 */
struct type_offset {
	uint32_t type; /* index of the type of the data in type_file.types; 0: not known */
	int64_t off;   /* number of bytes from the first byte of the data to the accessed byte */
};

/*
 * If the operation @op of the attribute @location is DW_OP_addr, set *@addr to the operand of @op.
 * If @op is DW_OP_addrx or DW_OP_GNU_addr_index, the operand is an index in .debug_addr; set *@addr
 * to the address at this index. Return: true; false if @op is another operation, or if the address
 * at the index cannot be read.
 */
bool type_fixed_address(Dwarf_Attribute *location, const Dwarf_Op *op, uint64_t *addr);

/*
 * Return the type of the global or static variable of @f that covers the address @addr, and the
 * offset of @addr from the variable's first byte. If no variable covers @addr, the type is 0.
 */
struct type_offset type_global_at(struct type_file *f, uint64_t addr);

/* The knowledge about the value of a register or variable at one instruction. */
struct type_value {
	enum {
		TYPE_NEVER,    /* no control-flow path to the instruction has been found yet */
		TYPE_ANYTHING, /* nothing is known about the value */
		TYPE_ZERO,
		TYPE_POINTER, /* the value is the address of byte @off of data of type @type */
		TYPE_ADDRESS  /* the value is the fixed address @off */
	} kind;
	uint32_t type;
	/*
	 * TYPE_POINTER: the value points into data of type @type, to the byte at this offset;
	 * TYPE_ADDRESS: the value itself, a fixed address
	 */
	uint64_t off;
};

/*
 * Return what is known about the value of a variable whose type is @type. If @type is a pointer or
 * reference to a type with a size, the result is TYPE_POINTER with the type that is pointed to;
 * otherwise the result is TYPE_ANYTHING.
 */
struct type_value type_value_of(struct type_file *f, Dwarf_Die *type);

/* One instruction of a function whose code is analysed. */
struct type_step {
	uint64_t pc;
	struct disasm_step is;
	/*
	 * a basic block begins at the instruction, for example because it is the target of a jump
	 */
	bool begins;
	/*
	 * The memory that the instruction accesses. type_vars_find_facts() sets @mem if DWARF has
	 * a variable for this memory; otherwise type_flow() sets it from the values of registers.
	 */
	struct type_offset mem;
	/*
	 * Facts from DWARF that hold from this instruction on: the @nr_facts elements of
	 * type_code.facts that begin at index @facts.
	 */
	uint32_t facts, nr_facts;
	/* index of the basic block that begins at the instruction; not used if @begins is false */
	uint32_t block;
};

/*
 * A fact from DWARF: the register @reg holds a variable. @value says what is known about the value
 * of this variable.
 */
struct type_fact {
	int reg;
	struct type_value value;
};

/* The instructions of one function, with what DWARF says about its variables and calls. */
struct type_code {
	struct type_file *f;
	unsigned pointer;	 /* size in bytes of a pointer on the recorded machine */
	struct type_step *steps; /* array of the instructions, sorted by address */
	uint32_t nr, cap;
	/*
	 * array of the facts from DWARF of all instructions; type_step.facts and
	 * type_step.nr_facts say which elements belong to an instruction
	 */
	struct type_fact *facts;
	uint32_t nr_facts, cap_facts;
	struct type_call {
		uint64_t pc; /* address of the instruction after the call instruction */
		/* what is known about the value that the called function returns */
		struct type_value value;
	} * calls; /* array of the calls that the function makes, sorted by @pc */
	uint32_t nr_calls, cap_calls;
	uint32_t nr_blocks;
	uint64_t entry; /* address of the function's entry point; 0: not known */
};

/*
 * data_type_flow.c: divide the instructions of @c into basic blocks. The function sets
 * @c->nr_blocks, and type_step.begins and type_step.block of each instruction.
 */
void type_flow_blocks(struct type_code *c);

/*
 * data_type_vars.c: read the variables and call sites in the DIEs below @function. From the
 * variables and call sites, set @c->facts and @c->calls, and for each instruction type_step.mem,
 * type_step.facts and type_step.nr_facts.
 */
void type_vars_find_facts(struct type_code *c, Dwarf_Die *function);

/*
 * data_type_flow.c: set type_step.mem of those instructions of @c for which type_vars_find_facts()
 * has not set this member. The function finds the accessed memory from the values that earlier
 * instructions have put into registers. If these values do not show which memory an instruction
 * accesses, type_step.mem of the instruction stays unset.
 */
void type_flow(struct type_code *c);

#endif
