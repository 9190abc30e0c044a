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
	uint64_t base; /* address of the first byte, as the file counts addresses */
	size_t next;   /* offset of the next instruction */
};

struct dso_insn {
	size_t offset, size; /* bytes from the start of the function; bytes of the instruction */
	char text[DISASM_TEXT_MAX];
};

/*
 * Read the bytes of @sym, at most 1 MiB because ends of symbols may be wrong, and open a
 * disassembler for their machine. @intel: as for disasm_new(). Return: NULL, or the end of a
 * sentence that says why there is no code. The caller calls dso_function_close() in both cases.
 */
const char *dso_function_open(struct dso_function *f, struct symbols *syms,
			      const struct pdata_object *object, const struct sym *sym, bool intel);

/* Return: whether there is a next instruction, which is then in @insn. */
bool dso_function_next(struct dso_function *f, struct dso_insn *insn);

/*
 * Get the address in the object to which the instruction read last jumps, or which it calls, if
 * that is an operand. Return: whether it is.
 */
bool dso_function_target(const struct dso_function *f, uint64_t *addr);

void dso_function_close(struct dso_function *f);
