/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Instructions as text, by capstone. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DISASM_TEXT_MAX 256u /* bytes that the text of an instruction may take */

struct disasm;

/* What code is for, as an ELF file says it. */
struct disasm_machine {
	unsigned machine; /* EM_ */
	bool big, wide;	  /* byte order; 64 bits */
	bool thumb;	  /* ARM: the short instructions */
};

/* Code as a file has it. */
struct disasm_bytes {
	uint8_t *p;    /* buffer of the caller */
	size_t max;    /* size of the buffer */
	size_t len;    /* bytes that were read */
	uint64_t addr; /* address of the first byte in the file */
};

/* @intel: that syntax for x86. NULL with @why. */
struct disasm *disasm_new(const struct disasm_machine *m, bool intel, const char **why);
void disasm_free(struct disasm *d);

/* The one for the code at hand, while that is for the same machine; begins zeroed. */
struct disasm_last {
	bool asked;
	struct disasm_machine machine;
	struct disasm *dis; /* NULL: there is none for that machine */
};

struct disasm *disasm_for(struct disasm_last *last, const struct disasm_machine *m);

/*
 * The instruction at @code, which is at @addr, into @text. Return: its bytes; what is no
 * instruction takes the machine's least size and is shown as data.
 */
size_t disasm_one(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr, char *text,
		  size_t size);

/* Bytes of the instruction at @code; 0: it is none. */
size_t disasm_length(struct disasm *d, const uint8_t *code, size_t len);

/* May what follows it be elsewhere? What is no instruction may lead anywhere. */
bool disasm_is_branch(struct disasm *d, const uint8_t *code, size_t len);

/*
 * Where the instruction that disasm_one() showed last jumps to or calls. Return: whether it says
 * so itself.
 */
bool disasm_target(const struct disasm *d, uint64_t *addr);

/*
 * The memory that an instruction reads or writes; registers by their numbers in debugging
 * information.
 */
struct disasm_memory {
	enum {
		DISASM_NO_MEMORY,
		DISASM_STACK,  /* pushes, pops, calls, returns: below the stack pointer */
		DISASM_CANARY, /* the word that guards the stack */
		DISASM_AT,     /* base + disp, and what an index adds */
		DISASM_FIXED   /* at addr */
	} kind;
	int base;  /* -1: none */
	int index; /* that could as well be the base, -1: none */
	int64_t disp;
	uint64_t addr;
};

#define DISASM_REGS 32u /* that are followed */

/* What an instruction does with addresses in registers. */
struct disasm_step {
	enum {
		DISASM_OTHER,
		DISASM_MOVE,   /* to = from */
		DISASM_MAYBE,  /* to = from, or to = also */
		DISASM_LOAD,   /* to = what is at mem; also, unless -1, what follows it */
		DISASM_ADD,    /* to = from + number; from may be -1 */
		DISASM_ADD_TWO /* to = from + also + number */
	} kind;
	int to, from, also; /* -1: none that is followed */
	uint64_t number;
	/* registers that it changes, by bits; of a call those that it may change */
	uint32_t written;
	bool nothing; /* padding */
	bool zero;    /* an ADD that makes 0 */
	bool call;
	bool ends;     /* what follows is reached from elsewhere only */
	bool anywhere; /* it jumps where a register or a table says */
	bool jumps;
	uint64_t target; /* of what jumps */
	struct disasm_memory mem;
};

/*
 * Of the instruction at @code, which is at @addr; x86 and arm64. Return: its bytes, 0: it is none,
 * or for another machine.
 */
size_t disasm_step(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr,
		   struct disasm_step *st);

#define DISASM_RESULT 0 /* the register in which functions return an address: rax, eax, x0 */

/* Bytes of an address. */
unsigned disasm_pointer(const struct disasm *d);
