/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Private types and functions of the source files that read ELF files and make symbol tables of
 * their symbols.
 */

#include "object/elf/symbol_sources.h"

#include <pdata/elf.h>

#ifdef HAVE_ELF

#include <gelf.h>

struct elf_section {
	Elf_Scn *scn; /* NULL: the file has no such section */
	GElf_Shdr hdr;
	size_t index;
};

/*
 * Facts about a section that are needed for each symbol. The facts are copied once, because libelf
 * is slow at returning a section header.
 */
struct elf_section_range {
	uint64_t addr, offset, size;
	bool alloc, nobits;
	bool text_or_data; /* the name contains "text" or "data": labels in it become symbols */
	bool text;	   /* the name is .text */
};

struct elf_segment {
	uint64_t addr, offset, size;
};

struct sym_elf {
	Elf *elf;
	struct pdata_elf *raw; /* the same file opened by libpdata; NULL: sym_elf_raw() opens it */
	int fd;		       /* -1: the file is in memory, or sym_elf_close_fd() closed it */
	char *image;	       /* contents of the file, owned; NULL: the file is not in memory */
	size_t image_len;
	GElf_Ehdr hdr;
	struct elf_section symtab, dynsym, opd, plt, rela_plt, rel_plt, notes[3], debuglink,
		altlink, mini;
	bool has_debug;
	/* the file is a copy that has only some sections, see sym_elf_set_cut() */
	bool cut;
	const char *damage; /* text that says what cannot be read; NULL: no damage was found */
	struct elf_section_range *place;
	size_t nr_places;
	struct elf_segment *segment; /* the PT_LOAD segments that are not empty */
	uint32_t nr_segments;
};

/*
 * Return: the data of section @scn; NULL: no data, or memory is exhausted (then mem_failures()
 * increases). sym_elf_data() converts the data to the byte order of this machine;
 * sym_elf_raw_data() does not convert them.
 */
Elf_Data *sym_elf_data(Elf_Scn *scn);
Elf_Data *sym_elf_raw_data(Elf_Scn *scn);

/*
 * Call @fn(@arg, ...) for each symbol of the section @table, with pdata_elf_symbols(), which does
 * not keep the table in memory. Return: the value of pdata_elf_symbols(); 0 if the file has no such
 * section or cannot be read.
 */
int sym_elf_walk(struct sym_elf *e, const struct elf_section *table, pdata_elf_sym_fn fn,
		 void *arg);

/*
 * Close the file descriptor of @e; @e may be NULL. Afterwards only section data that libelf has in
 * memory can be read.
 */
void sym_elf_close_fd(struct sym_elf *e);

/* Add a symbol "NAME@plt" to @b for each entry of the procedure linkage table (PLT) of @e. */
void sym_elf_add_plt(struct sym_elf *e, struct sym_build *b);

/* A string table, cut after its last NUL, so that each string in it is terminated. */
struct elf_names {
	const char *text;
	size_t len; /* bytes of @text up to and including the last NUL */
};

struct elf_names sym_elf_names(struct sym_elf *e, const struct elf_section *table);

static inline const char *sym_elf_name(const struct elf_names *n, uint64_t at)
{
	return at < n->len ? n->text + at : NULL;
}

#endif
