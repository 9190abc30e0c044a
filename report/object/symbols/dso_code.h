/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads the machine code of an object from its file. */

#include "object/disasm/disasm.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/kernel_symbols.h"

/* The open file with the code of the last object. Initialize all members to zero. */
struct dso_code {
	const struct pdata_object *obj;
	enum dso_kind kind;
	struct sym_elf *elf;
	const char *why;    /* text that says why the code cannot be read; NULL: it can be read */
	bool core;	    /* @elf is a core file, which has segments but no sections */
	uint64_t text_off;  /* module: file offset of section .text */
	uint64_t text_addr; /* module: address of section .text in the ELF file */
	uint64_t moved;	    /* kernel: run-time address minus address in the ELF file */
};

/* The places where dso_code_open() looks for the file of an object. */
struct dso_code_source {
	struct sym_wanted *wanted;
	const char *path; /* kernel and modules: the file that has the names; NULL: not known */
	const struct sym_kernel *kernel;
};

/*
 * Close the file in @c and open the file of @obj. Do nothing if the file of @obj is open already.
 */
void dso_code_open(struct dso_code *c, const struct pdata_object *obj,
		   const struct dso_code_source *w);

/*
 * Read code at address @addr of the object that dso_code_open() opened, into @b; set *@m to the
 * machine of the code. Return: NULL: success; otherwise a text that says why the code cannot be
 * read.
 */
const char *dso_code_read(const struct dso_code *c, uint64_t addr, struct disasm_bytes *b,
			  struct disasm_machine *m);

void dso_code_close(struct dso_code *c);
