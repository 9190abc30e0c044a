/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Disassembles instructions with capstone: gives text, length and branch target of an instruction,
 * and its effect on addresses in registers.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISASM_TEXT_MAX 256u /* size of the buffer for the text of one instruction */

struct disasm;

/* The machine that runs the code, as the header of the ELF file describes it. */
struct disasm_machine {
	unsigned machine; /* EM_ constant */
	bool big, wide;	  /* @big: big-endian; @wide: 64 bits */
	bool thumb;	  /* ARM: the code has Thumb instructions */
};

/* Bytes of code as they are in the ELF file. */
struct disasm_bytes {
	uint8_t *p;    /* buffer of the caller */
	size_t max;    /* size of the buffer */
	size_t len;    /* bytes that were read */
	uint64_t addr; /* address of the first byte, in the address space of the ELF file */
};

/*
 * Create a disassembler for code of machine @m. @intel: print x86 in Intel syntax, not AT&T.
 * Return: a disassembler, which the caller frees with disasm_free(). NULL: an error; *@why is then
 * the end of a sentence with the reason, such as "cannot be shown: out of memory".
 */
struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why);
void disasm_free(struct disasm *d);

/*
 * Cache of disasm_for(): the disassembler that the last call returned, and its machine. The caller
 * initializes the cache to zeros and frees @dis.
 */
struct disasm_last {
	bool asked;
	struct disasm_machine machine;
	struct disasm *dis; /* NULL: disasm_new() failed for this machine */
};

struct disasm *disasm_for(struct disasm_last *last, const struct disasm_machine *m);

/*
 * Write the instruction at @code as text to @text, which has room for @size bytes. @addr: address
 * of the instruction. If the bytes are no instruction, write them as data (".byte 0x12"), as many
 * as the shortest instruction of the machine has. Return: number of bytes of the instruction or of
 * the data.
 */
size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size);

/* Return: the length in bytes of the instruction at @code; 0: the bytes are no instruction. */
size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Return: whether the instruction at @code is a jump, call, return or interrupt; also true if the
 * bytes are no instruction.
 */
bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Get the target address of the jump or call that disasm_one() disassembled last. Return: false:
 * that instruction is no jump or call, or the target is not an operand of the instruction.
 */
bool disasm_target(const struct disasm *d, uint64_t *addr);

/* The memory that an instruction reads or writes. Registers are DWARF register numbers. */
struct disasm_memory {
	enum {
		DISASM_NO_MEMORY,
		DISASM_STACK,  /* push, pop, call or return: the stack at the stack pointer */
		DISASM_CANARY, /* the stack guard value (canary) */
		DISASM_AT,     /* at @base + @disp + the value of the index register */
		DISASM_FIXED   /* at the address @addr */
	} kind;
	int base;  /* base register; -1: none */
	int index; /* index register; it may hold the address in place of @base; -1: none */
	int64_t disp;
	uint64_t addr;
};

#define DISASM_REGS 32u /* number of registers whose values are tracked */

/* The effect of an instruction on addresses in registers. */
struct disasm_step {
	enum {
		DISASM_OTHER,
		DISASM_MOVE,  /* @to = @from */
		DISASM_MAYBE, /* conditional move: @to = @from, or @to = @also */
		/* @to = value at @mem; if @also is not -1, @also = the value after it in memory */
		DISASM_LOAD,
		DISASM_ADD,    /* @to = @from + @number; if @from is -1: @to = @number */
		DISASM_ADD_TWO /* @to = @from + @also + @number */
	} kind;
	int to, from, also; /* DWARF numbers of tracked registers; -1: no register */
	uint64_t number;
	/*
	 * Bits of the registers that the instruction changes. For a call: bits of the registers
	 * that the called function may change.
	 */
	uint32_t written;
	bool nothing; /* the instruction is a NOP, used as padding */
	bool zero;    /* with DISASM_ADD: the new value of @to is 0 */
	bool call;
	bool ends;     /* execution does not continue at the next instruction */
	bool anywhere; /* a jump to an address in a register or a jump table */
	bool jumps;
	uint64_t target; /* with @jumps: the target address of the jump */
	struct disasm_memory mem;
};

/*
 * Set @st to the effect of the instruction at @code, for x86 and arm64. @addr: address of the
 * instruction. Return: length of the instruction in bytes; 0: the bytes are no instruction, or the
 * machine is neither x86 nor arm64.
 */
size_t disasm_step(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_step *st);

/* DWARF number of the register in which functions return an address: rax, eax, x0. */
#define DISASM_RESULT 0

/* Return: size of an address on the machine of @d, in bytes: 4 or 8. */
unsigned disasm_pointer(const struct disasm *d);
