/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_SYMBOLS_H
#define PDATA_SYMBOLS_H

/*
 * Finds the symbol of an address: in the symbol tables of an ELF file, and in the symbols that a
 * recording carries in its trailer.
 *
 * Threads: any, for all functions except pdata_symtab_new() and pdata_symtab_free().
 */

#include "elf.h"
#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A symbol of code in an ELF file. Its pointers are valid until the table is freed. */
struct pdata_symbol {
	/*
	 * first address, and address after the last one, as in the symbol table; pdata_elf_addr()
	 * converts file offsets to addresses of the symbol table
	 */
	uint64_t start, end;
	const char *name;      /* as in the string table: not demangled */
	uint8_t type, binding; /* PDATA_STT_; 0 local, 1 global, 2 weak */
	uint16_t reserved;
	uint32_t reserved2;
};

/* The sorted symbols of an ELF file. */
struct pdata_symtab;

/**
 * pdata_symtab_new - read and sort the symbols of an ELF file
 * @out: receives the table; free it with pdata_symtab_free()
 * @e: the file; it can be closed after the call
 *
 * The table has the symbols of .symtab and .dynsym that are functions, or code without a type. A
 * symbol without a size ends at the next symbol or at the end of its section. If several symbols
 * start at the same address, one of them is kept. The first of these rules that applies decides: a
 * symbol with a size before one without a size, not weak before weak, global before local, fewer
 * leading underscores before more, a longer name before a shorter one.
 *
 * Return: 0, also for a file without symbols; PDATA_E_CUT, PDATA_L_MEMORY (more than 256 MiB of
 * strings), PDATA_E_NOMEM.
 */
PDATA_API int pdata_symtab_new(struct pdata_symtab **out, struct pdata_elf *e,
			       struct pdata_error *err);

/**
 * pdata_symtab_free - free a table and everything that it returned
 * @t: the table; NULL is allowed
 */
PDATA_API void pdata_symtab_free(struct pdata_symtab *t);

/**
 * pdata_symtab_nr - get the number of symbols
 * @t: the table
 *
 * Return: the number of symbols.
 */
PDATA_API uint32_t pdata_symtab_nr(const struct pdata_symtab *t);

/**
 * pdata_symtab_at - get a symbol by its index
 * @t: the table
 * @i: index of the symbol, from 0, in ascending order of start
 *
 * Return: the symbol; NULL if there is no symbol with this index.
 */
PDATA_API const struct pdata_symbol *pdata_symtab_at(const struct pdata_symtab *t, uint32_t i);

/**
 * pdata_symtab_find - find the symbol that covers an address
 * @t: the table
 * @addr: address as in the symbol table
 *
 * Return: the symbol; if several symbols cover the address, the symbol with the highest start; NULL
 * if no symbol covers the address.
 * Cost: logarithmic in the number of symbols.
 */
PDATA_API const struct pdata_symbol *pdata_symtab_find(const struct pdata_symtab *t, uint64_t addr);

/**
 * pdata_symbols_find - find, in the symbols that a recording carries, the one that covers an
 * address
 * @o: an object of the block SYMBOLS (trailer.h)
 * @addr: address as in pdata_bundle_sym.start: the result of pdata_map_to_offset()
 *
 * Return: the symbol, which belongs to @o; NULL if no symbol covers the address.
 * Cost: logarithmic in the number of symbols, plus linear in the number of symbols that start
 * between the start of the result and @addr.
 */
PDATA_API const struct pdata_bundle_sym *pdata_symbols_find(const struct pdata_bundle_object *o,
							    uint64_t addr);

#ifdef __cplusplus
}
#endif
#endif
