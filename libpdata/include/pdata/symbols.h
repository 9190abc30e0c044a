/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_SYMBOLS_H
#define PDATA_SYMBOLS_H

/*
 * Finds the symbol of an address in the symbol tables of an ELF file, or among the symbols in the
 * trailer of a recording (the trailer is a list of blocks at the end of the recording's file).
 *
 * Threads: several threads may call these functions at the same time, also for the same table.
 * Exceptions: only one thread at a time may use the ELF file that is passed to pdata_symtab_new(),
 * and no other thread may use a table while pdata_symtab_free() frees it.
 */

#include "elf.h"
#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A symbol of code in an ELF file. The struct and its name are valid until pdata_symtab_free()
 * frees the symbol table.
 */
struct pdata_symbol {
	/*
	 * first address of the symbol, and the address after its last one. Both are virtual
	 * addresses as in the symbol table of the file; pdata_elf_addr() converts a file offset to
	 * such an address. Exception: @start of a Thumb function of ARM does not have bit 0 set,
	 * which the symbol table has
	 */
	uint64_t start, end;
	const char *name;      /* name as in the string table of the file, not demangled */
	uint8_t type, binding; /* @type: a PDATA_STT_ value; @binding: 0 local, 1 global, 2 weak */
	uint16_t reserved;
	uint32_t reserved2;
};

/* The code symbols of an ELF file, sorted by address. */
struct pdata_symtab;

/**
 * pdata_symtab_new - read and sort the code symbols of an ELF file
 * @out: receives the symbol table; free it with pdata_symtab_free()
 * @e: the file; it can be closed after the call
 *
 * The result has those symbols of .symtab and .dynsym that are functions, or that have no type and
 * are in an executable section. It does not have the mapping symbols of ARM and RISC-V ("$a", "$d",
 * "$t", "$x"), which mark where code and data begin. A symbol without a size ends at the next
 * symbol or at the end of its section. If several symbols start at the same address, the function
 * keeps only one of them. To choose between two symbols, the function applies these rules in order
 * until one of the rules decides: prefer a symbol with a size to one without; a symbol that is not
 * weak to a weak one; a global symbol to a local one; a name with fewer leading underscores; a
 * longer name.
 *
 * In a relocatable object file (e_type 1, for example a kernel module) the address of a symbol is
 * an offset in its section. If such a file has a section .text, the result has only the symbols of
 * this section.
 *
 * In a file of big-endian ppc64, a symbol in the section .opd is that of a function descriptor. The
 * result has the address of the function that the descriptor gives.
 *
 * Return: 0, also for a file without symbols; PDATA_E_CUT if a section is not completely in the
 * file; PDATA_L_MEMORY if a string table has more than 256 MiB; PDATA_E_NOMEM.
 */
PDATA_API int pdata_symtab_new(struct pdata_symtab **out, struct pdata_elf *e,
			       struct pdata_error *err);

/**
 * pdata_symtab_free - free a symbol table and everything that it returned
 * @t: the symbol table; NULL is allowed
 */
PDATA_API void pdata_symtab_free(struct pdata_symtab *t);

/**
 * pdata_symtab_nr - get the number of symbols in a symbol table
 * @t: the symbol table
 *
 * Return: the number of symbols.
 */
PDATA_API uint32_t pdata_symtab_nr(const struct pdata_symtab *t);

/**
 * pdata_symtab_at - get a symbol by its index
 * @t: the symbol table
 * @i: index of the symbol, from 0, in ascending order of start
 *
 * Return: the symbol, which belongs to @t; NULL if there is no symbol with this index.
 */
PDATA_API const struct pdata_symbol *pdata_symtab_at(const struct pdata_symtab *t, uint32_t i);

/**
 * pdata_symtab_find - find the symbol that covers an address
 * @t: the symbol table
 * @addr: virtual address as in the symbol table of the ELF file
 *
 * Return: the symbol, which belongs to @t; if several symbols cover the address, the one with the
 * highest start; NULL if no symbol covers the address.
 * Cost: logarithmic in the number of symbols, plus linear in the number of symbols that start
 * between the start of the result and @addr.
 */
PDATA_API const struct pdata_symbol *pdata_symtab_find(const struct pdata_symtab *t, uint64_t addr);

/**
 * pdata_symbols_find - search the symbols in the trailer of a recording for the symbol that covers
 * an address
 * @o: the object that has the address, from the trailer block SYMBOLS (trailer.h)
 * @addr: address in the object, of the same kind as pdata_bundle_sym.start. For a mapped file: a
 *        file offset. For a kernel module, code from a KSYMBOL record or the vdso: an offset from
 *        the start of the map. For the kernel, or any other object that is not a file: the
 *        virtual address as in samples. pdata_map_to_offset() makes an address of this kind for a
 *        mapped file, the kernel, a kernel module or code from a KSYMBOL record
 *
 * Return: the symbol, which belongs to @o; if several symbols cover the address, the one with the
 * highest start; NULL if no symbol covers the address.
 * Cost: logarithmic in the number of symbols, plus linear in the number of symbols that start
 * between the start of the result and @addr, or below @addr if there is no result.
 */
PDATA_API const struct pdata_bundle_sym *pdata_symbols_find(const struct pdata_bundle_object *o,
							    uint64_t addr);

#ifdef __cplusplus
}
#endif
#endif
