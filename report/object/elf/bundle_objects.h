/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_EMBEDDED_H
#define REP_SYM_EMBEDDED_H

/* Files that a recording carries, as far as its names need them. */

#include "object/elf/symbol_sources.h"

#include <pdata/features.h>

/* The next ELF file of @b, which may be NULL, from *@at on that is @w's; NULL: there is none. */
struct sym_elf *bundle_next_elf(const struct pdata_bundle_files *b, uint32_t *at,
				const struct sym_wanted *w);

/*
 * The text of a file of @kind (of process @pid, 0: of none), terminated, to be freed; NULL. *@name, which
 * may be NULL, is set to its name, to be freed, too.
 */
char *bundle_find_file(const struct pdata_bundle_files *b, uint32_t kind, uint32_t pid, size_t *len,
		       char **name);

#endif
