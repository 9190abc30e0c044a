/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Debugging information of all objects, and what was found in it. */

#include "base/interner.h"
#include "object/dwarf/dwarf_file.h"
#include "object/elf/symbol_sources.h"

struct sym_inlines {
	unsigned how; /* for dwarf_file_levels() */
	bool demangle;
	struct sym_debug {
		struct dwarf_file *file; /* NULL: there is none */
		const struct sym_elf *runtime;
		bool asked;
		bool kernel;	    /* addresses are those of the running kernel */
		uint64_t moved;	    /* and so much higher than the file's */
	} * objects;		    /* by index */
	struct sym_answer *answers; /* by object and address */
	size_t mask;
	uint32_t nr;
	struct interner lists; /* arrays of struct sym_frame */
	struct interner syms;  /* struct sym: inlined functions, each once */
	struct interner names; /* demangled, terminated */
	struct dwarf_level *levels;
	struct sym_frame *frames; /* scratch */
};

void sym_inlines_free(struct sym_inlines *in, uint32_t nr_objects);

/*
 * Functions at @addr, which is one of object @index's own, as symbols_inlines() has them. Some lack
 * where memory does, which mem_failures() tells.
 */
uint32_t sym_inlines_find(struct sym_inlines *in, uint32_t index, uint64_t addr,
			  const struct sym *base, const struct sym_frame **frames);

/* The address in the file with debugging information of what is at @addr of object @index. */
struct dwarf_file *sym_inlines_file(const struct sym_inlines *in, uint32_t index, uint64_t addr,
				    uint64_t *pc);
