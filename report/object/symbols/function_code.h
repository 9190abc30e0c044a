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
	uint64_t base; /* address of the first byte, in the address space of the ELF file */
	size_t next;   /* offset in @code of the next instruction */
};

struct dso_insn {
	/* offset of the instruction from the start of the function, and its size, in bytes */
	size_t offset, size;
	char text[DISASM_TEXT_MAX];
};

/*
 * Read the code of the function @sym of @object, and create a disassembler for it. At most 1 MiB is
 * read, because the end of a symbol may be wrong. @intel: print x86 in Intel syntax, not AT&T.
 * Return: NULL: success. Otherwise the end of a sentence with the reason for the failure. The
 * caller calls dso_function_close() in both cases.
 */
const char *dso_function_open(struct dso_function *f, struct symbols *syms,
			      const struct pdata_object *object, const struct sym *sym, bool intel);

/* Disassemble the next instruction into @insn. Return: false: the function has no more. */
bool dso_function_next(struct dso_function *f, struct dso_insn *insn);

/*
 * Set *@addr to the target of the last instruction, as an address in the object. Return: false: the
 * instruction is no jump or call, or the target is not an operand of the instruction.
 */
bool dso_function_target(const struct dso_function *f, uint64_t *addr);

void dso_function_close(struct dso_function *f);
