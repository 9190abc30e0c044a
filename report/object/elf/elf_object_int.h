/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Private types and functions of the files that read ELF files and make symbols of them. */

#include "object/elf/symbol_sources.h"

#include <pdata/elf.h>

#ifdef HAVE_ELF

#include <gelf.h>

struct elf_section {
	Elf_Scn *scn; /* NULL: no such section */
	GElf_Shdr hdr;
	size_t index;
};

/*
 * Facts about a section that each symbol needs. They are copied because libelf takes long to return
 * a section header.
 */
struct elf_section_range {
	uint64_t addr, offset, size;
	bool alloc, nobits;
	bool text_or_data; /* name contains "text" or "data": labels may be symbols */
	bool text;	   /* the section is named .text */
};

struct elf_segment {
	uint64_t addr, offset, size;
};

struct sym_elf {
	Elf *elf;
	struct pdata_elf *raw; /* see sym_elf_raw() */
	int fd;		       /* -1 if the file is in memory */
	char *image;	       /* file content in memory, to be freed; or NULL */
	size_t image_len;
	GElf_Ehdr hdr;
	struct elf_section symtab, dynsym, opd, plt, rela_plt, rel_plt, notes[3], debuglink,
		altlink, mini;
	bool has_debug;
	bool cut;	    /* see sym_elf_set_cut() */
	const char *damage; /* text that names the part that cannot be read, or NULL */
	struct elf_section_range *place;
	size_t nr_places;
	struct elf_segment *segment; /* loaded segments that are not empty */
	uint32_t nr_segments;
};

/*
 * Return: the data of a section, converted to the host's byte order or raw; NULL: no data, or
 * memory is exhausted.
 */
Elf_Data *sym_elf_data(Elf_Scn *scn);
Elf_Data *sym_elf_raw_data(Elf_Scn *scn);

/*
 * Walk a symbol table with libpdata's reader, which does not keep it in memory. Return: as
 * pdata_elf_symbols(); 0 if there is no table or the file cannot be read.
 */
int sym_elf_walk(struct sym_elf *e, const struct elf_section *table, pdata_elf_sym_fn fn,
		 void *arg);

/* Close the descriptor: from now on only data in memory can be read. */
void sym_elf_close_fd(struct sym_elf *e);

/* Add the dynamic symbols that are called through the PLT, as "name@plt". */
void sym_elf_add_plt(struct sym_elf *e, struct sym_build *b);

/* A string table whose last string is known to be terminated. */
struct elf_names {
	const char *text;
	size_t len; /* including the last NUL */
};

struct elf_names sym_elf_names(struct sym_elf *e, const struct elf_section *table);

static inline const char *sym_elf_name(const struct elf_names *n, uint64_t at)
{
	return at < n->len ? n->text + at : NULL;
}

#endif
