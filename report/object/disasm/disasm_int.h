/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions that the source files of the disassembler share. */

#include "object/disasm/disasm.h"

#if defined(HAVE_CAPSTONE) && defined(HAVE_ELF)

#include <capstone/capstone.h>

/*
 * The capstone functions that the disassembler calls. Each line is F(member, function): the member
 * of struct disasm_library that points to the function, and the function.
 */
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
 * Pointers to the functions of capstone. The library is loaded only when the first disassembler is
 * created, because few commands need it. The program is not linked with capstone, because
 * relocations in capstone's tables would then write 3 MB of memory at each start of the program.
 */
struct disasm_library {
#define MEMBER(member, function) __typeof__(&(function)) member;
	FUNCTIONS(MEMBER)
#undef MEMBER
};

struct disasm {
	struct disasm_library lib;
	bool no_memory; /* memory was exhausted in capstone, so no more code is decoded */
	csh handle;
	cs_insn *insn;
	size_t least;
	cs_arch arch;
	bool wide; /* the machine has 64 bits */
	/* disasm_one() or disasm_step() has decoded @insn, so disasm_target() may use it */
	bool shown;
};

/*
 * Decode the instruction at @code, which has @len bytes, into @d->insn. @addr: address of the
 * instruction. Return: true; false if the bytes are no instruction, or if memory is exhausted.
 */
bool disasm_next(struct disasm *d, const uint8_t *code, size_t len, uint64_t addr);

/*
 * Return the length in bytes of the x86 instruction at @code if it has a VEX or EVEX prefix (AVX,
 * AVX-512); return 0 if the instruction has no such prefix, or if its bytes are not complete. @code
 * has @len bytes. @wide: the processor runs the code in 64-bit mode.
 */
size_t disasm_vex_len(const uint8_t *code, size_t len, bool wide);

#endif
