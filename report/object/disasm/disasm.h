/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Disassembles instructions with capstone: their text, length, branch target and effect on
 * addresses.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISASM_TEXT_MAX 256u /* size of the buffer for the text of one instruction */

struct disasm;

/* The machine that code is for, by the header of its ELF file. */
struct disasm_machine {
	unsigned machine; /* EM_ constant */
	bool big, wide;	  /* big-endian; 64 bits */
	bool thumb;	  /* ARM: Thumb instructions */
};

/* Bytes of code as they are in the ELF file. */
struct disasm_bytes {
	uint8_t *p;    /* buffer of the caller */
	size_t max;    /* size of the buffer */
	size_t len;    /* bytes that were read */
	uint64_t addr; /* address of the first byte, as the ELF file counts addresses */
};

/*
 * Create a disassembler for code of machine @m. @intel: print x86 in Intel syntax, not AT&T.
 * Return: a disassembler, which the caller frees with disasm_free(); NULL if there is none, and
 * *@why is then the end of a sentence that gives the reason.
 */
struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why);
void disasm_free(struct disasm *d);

/*
 * Cache of disasm_for(): the disassembler for the machine that was asked for last. Begins zeroed.
 */
struct disasm_last {
	bool asked;
	struct disasm_machine machine;
	struct disasm *dis; /* NULL: no disassembler for this machine */
};

struct disasm *disasm_for(struct disasm_last *last, const struct disasm_machine *m);

/*
 * Write the instruction at @code, whose address is @addr, as text to @text, which has room for
 * @size bytes. Return: the length of the instruction in bytes. Bytes that are no instruction are
 * shown as data, as many as the shortest instruction of the machine has.
 */
size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size);

/* Return: the length in bytes of the instruction at @code; 0: the bytes are no instruction. */
size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Whether execution may continue elsewhere than after the instruction at @code (jump, call,
 * return, interrupt); true for bytes that are no instruction.
 */
bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Get the address to which the instruction that disasm_one() showed last jumps, or which it calls.
 * Return: false if it is no jump or call, or if the address is not an operand of the instruction.
 */
bool disasm_target(const struct disasm *d, uint64_t *addr);

/*
 * The memory that an instruction reads or writes. Registers have the numbers that DWARF gives
 * them.
 */
struct disasm_memory {
	enum {
		DISASM_NO_MEMORY,
		DISASM_STACK,  /* push, pop, call or return: the stack at the stack pointer */
		DISASM_CANARY, /* the stack guard value (canary) */
		DISASM_AT,     /* at base + disp, plus the value of an index register */
		DISASM_FIXED   /* at address addr */
	} kind;
	int base;  /* register; -1: none */
	int index; /* index register, which may hold the address instead of base; -1: none */
	int64_t disp;
	uint64_t addr;
};

#define DISASM_REGS 32u /* registers whose values are tracked */

/* The effect of an instruction on addresses in registers. */
struct disasm_step {
	enum {
		DISASM_OTHER,
		DISASM_MOVE,  /* to = from */
		DISASM_MAYBE, /* conditional move: to = from, or to = also */
		/* to = value at mem; if also is not -1, also = the next value in memory */
		DISASM_LOAD,
		DISASM_ADD,    /* to = from + number; to = number if from is -1 */
		DISASM_ADD_TWO /* to = from + also + number */
	} kind;
	int to, from, also; /* numbers of tracked registers; -1: none */
	uint64_t number;
	/*
	 * Mask of the registers that the instruction changes; for a call, that the called function
	 * may change.
	 */
	uint32_t written;
	bool nothing; /* a NOP, which is padding */
	bool zero;    /* with DISASM_ADD: the result is 0 */
	bool call;
	bool ends;     /* execution does not continue at the next instruction */
	bool anywhere; /* jumps to an address in a register or a table */
	bool jumps;
	uint64_t target; /* if jumps: the address to which it jumps */
	struct disasm_memory mem;
};

/*
 * Get the effect of the instruction at @code, whose address is @addr, for x86 and arm64. Return:
 * its length in bytes; 0: the bytes are no instruction, or the machine is another one.
 */
size_t disasm_step(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_step *st);

#define DISASM_RESULT 0 /* register in which functions return an address: rax, eax, x0 */

/* Bytes of an address on the machine: 4 or 8. */
unsigned disasm_pointer(const struct disasm *d);
