/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What a copy of an ELF file takes over: which symbols, which sections. */

#include "object/elf_int.h"

#include <stdbool.h>

/* What becomes of a section. */
enum pd_elf_copy_mode {
	PD_ELF_EMPTY, /* its header only */
	PD_ELF_WHOLE,
	PD_ELF_SOME, /* a symbol table with some of its symbols */
};

/* The symbols of one table that are kept. */
struct pd_elf_symbol_set {
	uint8_t *bits; /* by number */
	uint32_t nr;
	bool whole; /* they overlap so that what one leaves out would show */
};

/* Where symbols lie: sections by number, and what segments load. */
struct pd_elf_layout {
	uint8_t *section; /* PD_ELF_PLACE_ */
	struct pd_elf_span {
		uint64_t addr, off, size;
	} * spans;
	uint32_t nr_spans;
};

enum { PD_ELF_LAYOUT_LOADED = 1, PD_ELF_LAYOUT_LABELS = 2 };

/* @mapped: the file whose segments count. Return: 0 or PDATA_E_NOMEM. */
int pd_elf_layout_init(struct pd_elf_layout *p, const struct pdata_elf *e,
		       const struct pdata_elf *mapped);
void pd_elf_layout_free(struct pd_elf_layout *p);

/*
 * Which symbols of @section name what @cut wants named. Return: 0 or an error; @out->bits is to be
 * freed.
 */
int pd_elf_choose(struct pdata_elf *e, uint32_t section, const struct pd_elf_layout *places,
		  const struct pdata_elf_cut *cut, struct pd_elf_symbol_set *out);
