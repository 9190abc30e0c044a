/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares how much of each section a reduced copy of an ELF file keeps, and functions that choose
 * which symbols the copy keeps.
 */

#include "object/elf_int.h"

#include <stdbool.h>

/* How much of a section a reduced copy of an ELF file keeps. */
enum pd_elf_copy_mode {
	PD_ELF_EMPTY, /* the reduced copy keeps the section's header, but none of its content */
	PD_ELF_WHOLE,
	PD_ELF_SOME, /* the section is a symbol table, and the copy keeps some of its symbols */
	/*
	 * the section has section indexes of such symbols (SHT_SYMTAB_SHNDX), and the copy keeps
	 * those of the symbols that it keeps
	 */
	PD_ELF_WITH_TABLE,
};

/* The symbols of one symbol table that a reduced copy keeps. */
struct pd_elf_symbol_set {
	uint8_t *bits; /* bit n is set: the copy keeps symbol n */
	uint32_t nr;
	/*
	 * the copy keeps all symbols. pd_elf_choose() sets this member if symbols overlap, because
	 * without one of them an address could get the name of another symbol. It also sets this
	 * member if too many symbols without a size follow each other. It sets this member in
	 * neither case if PDATA_ELF_KEEP_FEWEST is set.
	 */
	bool whole;
};

/*
 * Facts that tell which symbols of an ELF file can name code or data, and at which file offsets
 * these symbols begin. @section: flags of the sections of this ELF file. @spans: address ranges and
 * file offsets of the PT_LOAD segments of the mapped file. The mapped file is the file that the
 * recorded process mapped. It is this ELF file, unless the symbols are in a separate debug file.
 */
struct pd_elf_layout {
	/*
	 * PD_ELF_LAYOUT_ flags of each section. LOADED: the section is in memory at run time;
	 * LABELS: symbols of type STT_NOTYPE (labels) in this section are names of code or data.
	 */
	uint8_t *section;
	struct pd_elf_span {
		uint64_t addr, off, size;
	} * spans;
	uint32_t nr_spans;
};

enum { PD_ELF_LAYOUT_LOADED = 1, PD_ELF_LAYOUT_LABELS = 2 };

/*
 * Fill @p->section with the PD_ELF_LAYOUT_ flags of each section of @e, and @p->spans with the
 * address ranges that the PT_LOAD segments of @mapped load. @mapped is the file that the recorded
 * process mapped. Return: 0 or PDATA_E_NOMEM.
 */
int pd_elf_layout_init(struct pd_elf_layout *p, const struct pdata_elf *e,
		       const struct pdata_elf *mapped);
void pd_elf_layout_free(struct pd_elf_layout *p);

/*
 * Choose the symbols of the symbol table @section that are needed to name the addresses in @cut,
 * and put them into @out. Return: 0 or an error code. The caller frees @out->bits, even after an
 * error.
 */
int pd_elf_choose(struct pdata_elf *e, uint32_t section, const struct pd_elf_layout *places,
		  const struct pdata_elf_cut *cut, struct pd_elf_symbol_set *out);
