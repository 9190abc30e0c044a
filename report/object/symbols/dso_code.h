/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The code of an object out of its file. */

#include "object/disasm/disasm.h"
#include "object/elf/symbol_sources.h"
#include "object/symbols/dso_kind.h"
#include "object/symbols/kernel_symbols.h"

/* The file that was asked last stays open; zeroed at first. */
struct dso_code {
	const struct pdata_object *obj;
	enum dso_kind kind;
	struct sym_elf *elf;
	const char *why;    /* there is no code, or NULL */
	bool core;	    /* elf has memory, no sections */
	uint64_t text_off;  /* module: where .text is in the file */
	uint64_t text_addr; /* and its address there */
	uint64_t moved;	    /* kernel: run-time addresses less those of the file */
};

/* Where the file of @obj is to be looked for. */
struct dso_code_source {
	struct sym_wanted *wanted;
	const char *path; /* kernel and modules: the file with the names; or NULL */
	const struct sym_kernel *kernel;
};

/* Make @obj's file the one that is asked. Nothing to do when it is already. */
void dso_code_open(struct dso_code *c, const struct pdata_object *obj,
		   const struct dso_code_source *w);

/* As symbols_code(), of the object that was opened. */
const char *dso_code_read(const struct dso_code *c, uint64_t addr, struct disasm_bytes *b,
			  struct disasm_machine *m);

void dso_code_close(struct dso_code *c);
