/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* What reading an ELF file and making symbols of it share. */

#include "object/elf/symbol_sources.h"

#include <pdata/elf.h>

#ifdef HAVE_ELF

#include <gelf.h>

struct elf_section {
	Elf_Scn *scn; /* NULL: there is none */
	GElf_Shdr hdr;
	size_t index;
};

/* What symbols have to know of a section; libelf's headers are slow to ask for each of them. */
struct elf_section_range {
	uint64_t addr, offset, size;
	bool alloc, nobits;
	bool text_or_data; /* by name: may have labels that mean something */
	bool text;	   /* is named .text */
};

struct elf_segment {
	uint64_t addr, offset, size;
};

struct sym_elf {
	Elf *elf;
	struct pdata_elf *raw; /* see sym_elf_raw() */
	int fd;		       /* -1 once all is read */
	char *image;	       /* of memory, or NULL */
	size_t image_len;
	GElf_Ehdr hdr;
	struct elf_section symtab, dynsym, opd, plt, rela_plt, rel_plt, notes[3], debuglink,
		altlink, mini;
	bool has_debug;
	bool cut;	    /* see sym_elf_set_cut() */
	const char *damage; /* what of it cannot be read, or NULL */
	struct elf_section_range *place;
	size_t nr_places;
	struct elf_segment *segment; /* what is loaded and not empty */
	uint32_t nr_segments;
};

/* The data of a section, converted or as they are; NULL: there are none, or no memory. */
Elf_Data *sym_elf_data(Elf_Scn *scn);
Elf_Data *sym_elf_raw_data(Elf_Scn *scn);

/*
 * Walk a symbol table by libpdata's reader, without keeping it in memory. Return: as
 * pdata_elf_symbols(); 0 where there is no table or the file cannot be read.
 */
int sym_elf_walk(struct sym_elf *e, const struct elf_section *table, pdata_elf_sym_fn fn,
		 void *arg);

/* Close the descriptor: only what is in memory can be asked for from now on. */
void sym_elf_close_fd(struct sym_elf *e);

/* The dynamic symbols that calls go through, as "name@plt". */
void sym_elf_add_plt(struct sym_elf *e, struct sym_build *b);

/* A table of strings whose end is known. */
struct elf_names {
	const char *text;
	size_t len; /* up to and with the last NUL */
};

struct elf_names sym_elf_names(struct sym_elf *e, const struct elf_section *table);

static inline const char *sym_elf_name(const struct elf_names *n, uint64_t at)
{
	return at < n->len ? n->text + at : NULL;
}

#endif
