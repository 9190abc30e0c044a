/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Disassembles instructions with the library capstone. The functions give the text, the length and
 * the branch target of an instruction, and its effect on addresses in registers.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISASM_TEXT_MAX 256u /* size in bytes of a buffer for the text of one instruction */

struct disasm;

/* The machine for which code was compiled, as the header of its ELF file describes it. */
struct disasm_machine {
	unsigned machine; /* e_machine of the ELF header, an EM_ constant */
	bool big, wide;	  /* @big: the machine is big-endian; @wide: it has 64 bits, not 32 */
	/* the code has Thumb instructions; always false if the machine is not ARM */
	bool thumb;
};

/* Bytes of machine code that were read from an ELF file. */
struct disasm_bytes {
	uint8_t *p; /* buffer for the code; the caller allocates the buffer */
	size_t max; /* size in bytes of the buffer @p */
	size_t len; /* number of bytes of code that were read into @p */
	/*
	 * address of the byte p[0]: for user objects and kernel modules the address in the ELF
	 * file (based on p_vaddr or sh_addr), for the kernel the run-time address
	 */
	uint64_t addr;
};

/*
 * Create a disassembler for code of machine @m. If @intel is true, x86 instructions are printed in
 * Intel syntax, otherwise in AT&T syntax. Return: a disassembler, which the caller frees with
 * disasm_free(). If the disassembler cannot be created, return NULL and set *@why to a text that
 * continues a sentence about the code, such as "cannot be shown: out of memory".
 */
struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why);
void disasm_free(struct disasm *d);

/*
 * Cache of disasm_for(), which returns @dis again as long as it is called for the same machine.
 * For another machine, disasm_for() frees @dis and makes a new disassembler. The caller initializes
 * the struct to zeros. After its last call of disasm_for(), the caller frees @dis with
 * disasm_free().
 */
struct disasm_last {
	bool asked;
	struct disasm_machine machine;
	struct disasm *dis; /* disassembler for @machine; NULL: disasm_new() failed */
};

struct disasm *disasm_for(struct disasm_last *last, const struct disasm_machine *m);

/*
 * Write the instruction at @code as text to the buffer @text of @size bytes. @code has @len bytes,
 * and @addr is the address of the instruction. If capstone does not know the instruction, write
 * bytes as data (".byte 0x12"): the whole instruction if it has a VEX or EVEX prefix (AVX,
 * AVX-512), otherwise as many bytes of @code as the shortest instruction of the machine has, but at
 * most @len. Return: the number of bytes at @code that the text stands for.
 */
size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size);

/*
 * Return: the length in bytes of the instruction at @code; 0: the @len bytes at @code do not begin
 * with an instruction.
 */
size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Return: whether the instruction at @code is a jump, call, return or interrupt; also true if the
 * bytes are no instruction.
 */
bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Set *@addr to the target address of the jump or call that disasm_one() disassembled last.
 * Return: true if *@addr was set; false if that instruction is no jump or call, if its target is
 * not an immediate operand, or if the machine is none of x86, arm64, ARM, s390 and PowerPC.
 */
bool disasm_target(const struct disasm *d, uint64_t *addr);

/*
 * The memory that an instruction reads or writes. @base and @index are DWARF numbers of registers.
 */
struct disasm_memory {
	enum {
		DISASM_NO_MEMORY,
		/*
		 * the memory at the stack pointer (push, pop, leave, call, return); push and call
		 * write below the stack pointer
		 */
		DISASM_STACK,
		DISASM_CANARY, /* the stack guard value (canary) of the thread */
		/*
		 * the memory at the sum of @disp, the value of the register @base, and the value
		 * of the instruction's index register, if it has one
		 */
		DISASM_AT,
		/*
		 * x86: the memory at @addr. The operand has either no base register, or rip as base
		 * register. An operand without base register can have an index register; @addr does
		 * not include the value of this register.
		 */
		DISASM_FIXED
	} kind;
	int base; /* base register of the address; -1: the address has no base register */
	/*
	 * index register of the address. One of the registers @base and @index holds the pointer,
	 * and the other register holds the offset from the pointer; either may hold the pointer.
	 * -1 in each of these cases: the address has no index register; the instruction multiplies
	 * the value of the index register (x86: scale, arm64: shift); arm64: the index register has
	 * only 32 bits.
	 */
	int index;
	int64_t disp;
	uint64_t addr;
};

#define DISASM_REGS 32u /* the DWARF register numbers in struct disasm_step are 0 to 31 */

/* The effect of an instruction on the addresses that general registers hold. */
struct disasm_step {
	enum {
		DISASM_OTHER,
		DISASM_MOVE,  /* register @to = register @from */
		DISASM_MAYBE, /* conditional move: @to = @from, or @to = @also */
		/*
		 * @to = word at @mem; if @also is not -1: register @also = the next word in memory
		 */
		DISASM_LOAD,
		DISASM_ADD,    /* @to = @from + @number; if @from is -1: @to = @number */
		DISASM_ADD_TWO /* @to = @from + @also + @number */
	} kind;
	/*
	 * DWARF numbers of general registers. @to: the register that the instruction sets; @from:
	 * the first register that it reads; @also: the second register that it reads or, with
	 * DISASM_LOAD, the second register that it sets. -1: no register, or an operand
	 * that @kind cannot describe, such as a vector register or a shifted register (arm64).
	 */
	int to, from, also;
	uint64_t number;
	/*
	 * Mask of the registers that the instruction changes: bit N stands for the register with
	 * DWARF number N. For a call instruction, the mask has the registers that the called
	 * function may change.
	 */
	uint32_t written;
	bool is_nop; /* the instruction is a NOP, which may be padding after a function's code */
	bool zero;   /* @kind is DISASM_ADD, and the instruction sets @to to the constant 0 */
	bool call;
	bool ends;	  /* execution never continues at the next instruction, as after a return */
	bool is_indirect; /* the instruction jumps to an address in a register or in memory */
	bool jumps;
	uint64_t target; /* target address of the jump; not used if @jumps is false */
	struct disasm_memory mem;
};

/*
 * Set @st to the effect of the x86 or arm64 instruction at @code. @code has @len bytes, and @addr
 * is the address of the instruction. Return: the length of the instruction in bytes; 0: the bytes
 * are no instruction, or the machine of @d is neither x86 nor arm64.
 */
size_t disasm_step(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_step *st);

/* DWARF number of the register in which a function returns an address: rax, eax or x0. */
#define DISASM_RESULT 0

/* Return: size of an address on the machine of @d, in bytes: 4 or 8. */
unsigned disasm_pointer(const struct disasm *d);
