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
	Elf_Scn *scn; /* libelf's handle of the section; NULL: the file has no such section */
	GElf_Shdr hdr;
	size_t index;
};

/*
 * Data of a section header that are needed for each symbol of the section. They are copied from
 * the header once, because libelf is slow at returning section headers.
 */
struct elf_section_range {
	uint64_t addr, offset, size;
	bool alloc, nobits;
	/*
	 * the section's name contains "text" or "data", so that symbols of type STT_NOTYPE in the
	 * section are added to symbol tables
	 */
	bool text_or_data;
	bool text; /* the section's name is ".text" */
};

struct elf_segment {
	uint64_t addr, offset, size;
};

struct sym_elf {
	Elf *elf;
	/* libpdata's handle of the ELF file; NULL until sym_elf_raw() was called */
	struct pdata_elf *raw;
	/*
	 * descriptor of the file; -1: the file is in memory, or sym_elf_close_fd() has closed it
	 */
	int fd;
	/*
	 * contents of the file, which sym_elf_close() frees; NULL: libelf reads the file with @fd
	 */
	char *image;
	size_t image_len;
	GElf_Ehdr hdr;
	struct elf_section symtab, dynsym, opd, plt, plt_sec, rela_plt, rel_plt, notes[3],
		debuglink, altlink, mini;
	bool has_debug;
	/*
	 * the file is a copy that has only some sections of the mapped file, see sym_elf_set_cut()
	 */
	bool cut;
	/*
	 * another copy of the same file with other symbols, see sym_elf_add_copy(); sym_elf_close()
	 * closes it, too. NULL: none
	 */
	struct sym_elf *copy;
	const char *damage; /* text that says what is damaged; NULL: no damage was found */
	struct elf_section_range *range;
	size_t nr_ranges;
	struct elf_segment *segment; /* array of the PT_LOAD segments that are not empty */
	uint32_t nr_segments;
	/* array of contents of sections that sym_elf_inflate() has decompressed without libelf */
	uint8_t **inflated;
	uint32_t nr_inflated, cap_inflated;
};

/*
 * Return: the contents of the section @scn; NULL if the contents cannot be read, or if memory is
 * exhausted (then mem_failures() increases). sym_elf_data() converts the contents to the byte order
 * of this machine; sym_elf_raw_data() does not convert them.
 */
Elf_Data *sym_elf_data(Elf_Scn *scn);
Elf_Data *sym_elf_raw_data(Elf_Scn *scn);

/* A section is not decompressed if its contents would have more bytes than this. */
#define INFLATED_MAX (1ull << 30)

/*
 * Decompress the section @scn of @e, so that sym_elf_data() returns the contents before
 * compression. Return: true; false if @scn is not compressed (SHF_COMPRESSED), is damaged or too
 * large, or if memory is exhausted (then mem_failures() increases).
 */
bool sym_elf_inflate(struct sym_elf *e, Elf_Scn *scn);
/*
 * Decompress the sections of @e that are compressed with zstd, because libdw skips them if libelf
 * cannot decompress them.
 */
void sym_elf_inflate_zstd(struct sym_elf *e);

/*
 * Call @fn(@arg, ...) for each symbol of the section @table of @e, until @fn returns a value other
 * than 0. The symbols are read with pdata_elf_symbols(), which does not keep the table in memory.
 * Return: the return value of pdata_elf_symbols(): the last value of @fn, or an error; 0 if @e
 * lacks the section @table, or if libpdata cannot read @e.
 */
int sym_elf_walk(struct sym_elf *e, const struct elf_section *table, pdata_elf_sym_fn fn,
		 void *arg);

/*
 * Close the file descriptor of @e, but not @e itself. Afterwards only those sections of @e can be
 * read that libelf has in memory already. If @e is NULL, do nothing.
 */
void sym_elf_close_fd(struct sym_elf *e);

/*
 * Add a symbol "NAME@plt" to @b for each entry of the procedure linkage table (PLT) of @e. NAME is
 * the name of the dynamic symbol that is called through the entry.
 */
void sym_elf_add_plt(struct sym_elf *e, struct sym_build *b);

/*
 * The contents of a string table section (SHT_STRTAB) up to the last NUL, so that each string in
 * it is terminated.
 */
struct elf_names {
	const char *text;
	size_t len; /* number of bytes of @text up to and including the last NUL */
};

struct elf_names sym_elf_names(struct sym_elf *e, const struct elf_section *table);

static inline const char *sym_elf_name(const struct elf_names *n, uint64_t at)
{
	return at < n->len ? n->text + at : NULL;
}

#endif
