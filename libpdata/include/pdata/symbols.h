/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PDATA_SYMBOLS_H
#define PDATA_SYMBOLS_H

/*
 * The symbol of an address: in the symbol tables of an ELF file, sorted once, and among the names
 * that a recording carries in its trailer.
 */

#include "elf.h"
#include "pdata.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function (or code without a type) of an ELF file. Pointers live as long as the table. */
struct pdata_symbol {
	uint64_t start,
		end;	  /* addresses as the file has them: pdata_elf_addr(); end is not in it */
	const char *name; /* as in the table of strings: not demangled */
	uint8_t type, binding; /* PDATA_STT_; 0 local, 1 global, 2 weak */
	uint16_t reserved;
	uint32_t reserved2;
};

struct pdata_symtab;

/**
 * pdata_symtab_new - sort the symbols of an ELF file
 * @e: may be closed afterwards
 *
 * Symbols of all its tables (.symtab and .dynsym) that name code. One without a size ends where
 * the next begins, or its section does. Where several begin at one address one is kept: with a
 * size before without, not weak before weak, global before local, with fewer underscores at its
 * beginning, with the longer name.
 * Return: 0 (also for a file without symbols), PDATA_E_CUT, PDATA_L_MEMORY (strings of more than
 * 256 MiB), PDATA_E_NOMEM.
 */
PDATA_API int pdata_symtab_new(struct pdata_symtab **out, struct pdata_elf *e,
			       struct pdata_error *err);

/** pdata_symtab_free - free it and all that it handed out. NULL is allowed. */
PDATA_API void pdata_symtab_free(struct pdata_symtab *t);

/** pdata_symtab_nr - how many symbols there are. Threads: any. */
PDATA_API uint32_t pdata_symtab_nr(const struct pdata_symtab *t);

/** pdata_symtab_at - symbol @i, ascending by start, or NULL behind the last. Threads: any. */
PDATA_API const struct pdata_symbol *pdata_symtab_at(const struct pdata_symtab *t, uint32_t i);

/**
 * pdata_symtab_find - the symbol that covers @addr, or NULL
 *
 * Of several the one that begins last. Cost: logarithmic. Threads: any.
 */
PDATA_API const struct pdata_symbol *pdata_symtab_find(const struct pdata_symtab *t, uint64_t addr);

/**
 * pdata_symbols_find - the symbol that covers @addr among those that a recording carries
 * @o:	  an object of block SYMBOLS (trailer.h)
 * @addr: in the object's own numbers: what pdata_map_to_offset() gives
 *
 * Cost: logarithmic, and the symbols that begin between the one that is found and @addr. Threads:
 * any.
 * Return: NULL: none does.
 */
PDATA_API const struct pdata_bundle_sym *pdata_symbols_find(const struct pdata_bundle_object *o,
							    uint64_t addr);

#ifdef __cplusplus
}
#endif
#endif
