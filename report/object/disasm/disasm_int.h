/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions that the source files of the disassembler share. */

#include "object/disasm/disasm.h"

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

#include <capstone/capstone.h>

/* List of the capstone functions that are called: F(member of struct disasm_library, function). */
#define FUNCTIONS(F)                                                                               \
	F(open, cs_open)                                                                           \
	F(option, cs_option)                                                                       \
	F(close, cs_close)                                                                         \
	F(insn_new, cs_malloc)                                                                     \
	F(insn_free, cs_free)                                                                      \
	F(insn_next, cs_disasm_iter)                                                               \
	F(insn_group, cs_insn_group)                                                               \
	F(regs_access, cs_regs_access)

/*
 * Pointers to the functions of capstone. The library is loaded when the first disassembler is
 * created, because few commands need it. The tables of capstone have many relocations: loading at
 * each start of the program would write 3 MB of memory.
 */
struct disasm_library {
#define MEMBER(member, function) __typeof__(&(function)) member;
	FUNCTIONS(MEMBER)
#undef MEMBER
};

struct disasm {
	struct disasm_library lib;
	bool no_memory; /* memory was exhausted in capstone, so capstone is not called again */
	csh handle;
	cs_insn *insn;
	size_t least;
	cs_arch arch;
	bool wide;  /* the machine has 64 bits */
	bool shown; /* @insn is the instruction that disasm_one() wrote as text last */
};

/*
 * Decode the instruction at @code into @d->insn. Return: false: the bytes are no instruction, or
 * memory is exhausted.
 */
bool disasm_next(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr);

#endif
