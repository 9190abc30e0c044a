/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Disassembles one function of an object, instruction by instruction. */

#include "object/disasm/disasm.h"
#include "object/symbols/object_symbols.h"

struct dso_function {
	struct symbols *syms;
	const struct pdata_object *object;
	const struct sym *sym;
	struct disasm *dis;
	uint8_t *code;
	size_t len;
	/*
	 * address of the function's first byte, which is code[0], as in disasm_bytes.addr: an
	 * address in the ELF file, or for the kernel the run-time address
	 */
	uint64_t base;
	size_t next; /* offset in @code of the next instruction for dso_function_next() */
};

struct dso_insn {
	/*
	 * @offset: number of bytes from the start of the function to the instruction; @size:
	 * number of bytes of the instruction
	 */
	size_t offset, size;
	char text[DISASM_TEXT_MAX];
};

/*
 * Read the code of the function @sym of @object, and create a disassembler for it. At most 1 MiB
 * of code is read, because the end of a symbol may be wrong. If @intel is true, x86 instructions
 * are printed in Intel syntax, otherwise in AT&T syntax. Return: NULL if the function can be
 * disassembled; otherwise a text with the reason, such as "is not in a file". The caller must call
 * dso_function_close() in both cases.
 */
const char *dso_function_open(struct dso_function *f, struct symbols *syms,
			      const struct pdata_object *object, const struct sym *sym, bool intel);

/*
 * Disassemble the next instruction of the function into @insn. Return: true; false if the function
 * has no further instruction.
 */
bool dso_function_next(struct dso_function *f, struct dso_insn *insn);

/*
 * Set *@addr to the target address of the instruction that dso_function_next() returned last. The
 * address is of the same kind as sym.start of the function: a file offset, an offset in the module,
 * or a memory address. Return: true; false if the instruction is no jump or call, or if
 * disasm_target() cannot tell its target.
 */
bool dso_function_target(const struct dso_function *f, uint64_t *addr);

void dso_function_close(struct dso_function *f);
