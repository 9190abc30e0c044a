/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What the files of the disassembler share. */

#include "object/disasm/disasm.h"

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

#include <capstone/capstone.h>

/* What is used of the library: name in struct disasm_library, function. */
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
 * Opened when the first instruction is asked for, which few reports do: its tables hold so many
 * addresses that every start of the program would write 3 MB of them.
 */
struct disasm_library {
#define MEMBER(member, function) __typeof__(&(function)) member;
	FUNCTIONS(MEMBER)
#undef MEMBER
};

struct disasm {
	struct disasm_library lib;
	bool no_memory; /* it is not asked again */
	csh handle;
	cs_insn *insn;
	size_t least;
	cs_arch arch;
	bool wide;  /* 64 bits */
	bool shown; /* insn is what disasm_one() showed */
};

/* The instruction at @code into d->insn. Return: whether it is one. */
bool disasm_next(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr);

#endif
