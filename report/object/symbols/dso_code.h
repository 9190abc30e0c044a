/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads the machine code of an object from its file. */

#include "object/disasm/disasm.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/kernel_symbols.h"

/*
 * The open file with the code of the object for which dso_code_open() was called last. The user of
 * the struct initializes all members to zero.
 */
struct dso_code {
	const struct pdata_object *obj;
	enum dso_kind kind;
	struct sym_elf *elf;
	const char *why;    /* text that says why no code can be read; NULL: code can be read */
	bool core;	    /* @elf is a core file, which has segments but no sections */
	uint64_t text_off;  /* module: file offset of section .text; other objects: 0 */
	uint64_t text_addr; /* module: address of section .text in the ELF file; otherwise 0 */
	uint64_t moved;	    /* kernel: run-time address minus address in the ELF file; else 0 */
};

/* The places where dso_code_open() looks for the file with the code of an object. */
struct dso_code_source {
	struct sym_wanted *wanted;
	/*
	 * kernel and modules: path of the file from which the symbols were read, or of the vmlinux
	 * that an option names; NULL: not known
	 */
	const char *path;
	const struct sym_kernel *kernel;
};

/*
 * Close the file that @c has open, and open the file with the code of @obj. If the code cannot be
 * read, set @c->why to the reason. Exception: if the last call for @c had the same @obj, do
 * nothing.
 */
void dso_code_open(struct dso_code *c, const struct pdata_object *obj,
		   const struct dso_code_source *w);

/*
 * Read up to @b->max bytes of code at address @addr of the object that dso_code_open() opened,
 * into @b, and set *@m to the machine of the code. Return: NULL if code was read; otherwise a text
 * that says why the code cannot be read, such as "is not in a file".
 */
const char *dso_code_read(const struct dso_code *c, uint64_t addr, struct disasm_bytes *b,
			  struct disasm_machine *m);

void dso_code_close(struct dso_code *c);
