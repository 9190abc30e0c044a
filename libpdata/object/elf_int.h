/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares an open ELF file, and functions that read and write the fields of ELF structures, for
 * the code that reads ELF files or writes reduced copies.
 */

#include "base/alloc.h"
#include "input/stream.h"

#include <pdata/elf.h>

#include <stdbool.h>

#define ELF_OBJECT_FILE 1u /* e_type of a relocatable file, such as a kernel module */

enum pd_elf_field {
	EH_TYPE,
	EH_MACHINE,
	EH_PHOFF,
	EH_SHOFF,
	EH_PHENTSIZE,
	EH_PHNUM,
	EH_SHENTSIZE,
	EH_SHNUM,
	EH_SHSTRNDX,
	PH_TYPE,
	PH_FLAGS,
	PH_OFF,
	PH_ADDR,
	PH_FILESZ,
	PH_MEMSZ,
	PH_ALIGN,
	SH_NAME,
	SH_TYPE,
	SH_FLAGS,
	SH_ADDR,
	SH_OFF,
	SH_SIZE,
	SH_LINK,
	SH_INFO,
	SH_ALIGN,
	SH_ENTSIZE,
	SY_NAME,
	CH_TYPE,
	CH_SIZE,
	PD_ELF_FIELDS
};

/*
 * Sizes in bytes of the ELF header, a program header, a section header, a symbol and a compression
 * header.
 */
struct pd_elf_sizes {
	uint8_t eh, ph, sh, sym, ch;
};

struct pdata_elf {
	struct pd_input in;
	struct pdata_elf_info info;
	const struct pd_elf_sizes *sizes;
	/*
	 * @segments: the table of program headers; @sections: the table of section headers; both
	 * have the bytes and the byte order of the file
	 */
	uint8_t *segments, *sections;
	char *names; /* content of the string table with the section names, with a NUL added */
	uint64_t names_len;
};

#define PD_EHDR_MAX 64u

uint64_t pd_elf_get(const struct pdata_elf *e, const uint8_t *p, enum pd_elf_field f);
void pd_elf_put(const struct pdata_elf *e, uint8_t *p, enum pd_elf_field f, uint64_t v);
/* Decode the symbol table entry at @p into @s, without s->section_index. */
void pd_elf_sym(const struct pdata_elf *e, const uint8_t *p, struct pdata_elf_sym *s);
/*
 * Whether labels (symbols of type STT_NOTYPE) whose names begin with "$" are mapping symbols of
 * ARM. Mapping symbols mark where code and data begin, and are no names of code.
 */
bool pd_elf_has_mapping_symbols(const struct pdata_elf *e);
/*
 * Get the address of a symbol. It is the value of the symbol, without the lowest bit of a function
 * of ARM: this bit marks Thumb code.
 */
uint64_t pd_elf_sym_addr(const struct pdata_elf *e, const struct pdata_elf_sym *s);
/*
 * Find the section SHT_SYMTAB_SHNDX of the symbol table @table: it has the section indexes of
 * symbols that are too large for the symbol table. Return: its index; 0: there is none.
 */
uint32_t pd_elf_find_shndx(const struct pdata_elf *e, uint32_t table);
/*
 * Call @fn with each symbol of the symbol table @section: its index @i, its decoded fields @sym
 * and its bytes @raw. Return: 0 after the last symbol; the result of @fn if it is not 0, which
 * ends the walk; or an error code.
 */
int pd_elf_walk(struct pdata_elf *e, uint32_t section,
		int (*fn)(void *arg, uint32_t i, const struct pdata_elf_sym *sym,
			  const uint8_t *raw),
		void *arg);
