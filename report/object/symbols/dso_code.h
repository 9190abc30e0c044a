/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads the code of an object from its file. */

#include "object/disasm/disasm.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/kernel_symbols.h"

/* Keeps the file of the latest object open. All members are 0 at first. */
struct dso_code {
	const struct pdata_object *obj;
	enum dso_kind kind;
	struct sym_elf *elf;
	const char *why;    /* text that says why there is no code, or NULL */
	bool core;	    /* elf is a core file: memory, no sections */
	uint64_t text_off;  /* module: file offset of .text */
	uint64_t text_addr; /* module: address of .text in the file */
	uint64_t moved;	    /* kernel: run-time address minus address in the file */
};

/* Says where the file of an object is looked for. */
struct dso_code_source {
	struct sym_wanted *wanted;
	const char *path; /* kernel and modules: the file that has the names, or NULL */
	const struct sym_kernel *kernel;
};

/* Open the file of @obj in place of the last one, unless it is the last one. */
void dso_code_open(struct dso_code *c, const struct pdata_object *obj,
		   const struct dso_code_source *w);

/* Read code as symbols_code() does, from the object that was opened. */
const char *dso_code_read(const struct dso_code *c, uint64_t addr, struct disasm_bytes *b,
			  struct disasm_machine *m);

void dso_code_close(struct dso_code *c);
