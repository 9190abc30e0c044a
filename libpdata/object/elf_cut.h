/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the functions that choose which symbols and sections of an ELF file its copy keeps. */

#include "object/elf_int.h"

#include <stdbool.h>

/* How much of a section the copy keeps. */
enum pd_elf_copy_mode {
	PD_ELF_EMPTY, /* only the section header */
	PD_ELF_WHOLE,
	PD_ELF_SOME, /* the section is a symbol table and keeps some of its symbols */
};

/* The symbols of one table that a copy keeps. */
struct pd_elf_symbol_set {
	uint8_t *bits; /* a bit for each symbol, by number */
	uint32_t nr;
	/* the copy keeps all symbols: they overlap, and without some of them names could change */
	bool whole;
};

/* The places where symbols can be: flags of the sections, and the spans that segments load. */
struct pd_elf_layout {
	uint8_t *section; /* PD_ELF_LAYOUT_ flags, by section number */
	struct pd_elf_span {
		uint64_t addr, off, size;
	} * spans;
	uint32_t nr_spans;
};

enum { PD_ELF_LAYOUT_LOADED = 1, PD_ELF_LAYOUT_LABELS = 2 };

/*
 * Fill @p with the sections of @e and the loaded segments of @mapped. Return: 0 or PDATA_E_NOMEM.
 */
int pd_elf_layout_init(struct pd_elf_layout *p, const struct pdata_elf *e,
		       const struct pdata_elf *mapped);
void pd_elf_layout_free(struct pd_elf_layout *p);

/*
 * Choose the symbols of @section that are needed to name the addresses of @cut. Return: 0 or an
 * error; the caller frees @out->bits in both cases.
 */
int pd_elf_choose(struct pdata_elf *e, uint32_t section, const struct pd_elf_layout *places,
		  const struct pdata_elf_cut *cut, struct pd_elf_symbol_set *out);
