/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Files that a recording carries, as far as its names need them. */

#include "object/elf/symbol_sources.h"

#include <pdata/features.h>

/* The next ELF file of @b, which may be NULL, from *@at on that is @w's; NULL: there is none. */
struct sym_elf *bundle_next_elf(const struct pdata_bundle_files *b, uint32_t *at,
				const struct sym_wanted *w);

/* The first file of @kind that is not empty (of process @pid, 0: of none); NULL: there is none. */
const struct pdata_bundle_file *bundle_find_file(const struct pdata_bundle_files *b, uint32_t kind,
						 uint32_t pid);

/*
 * The text of the first file of @kind, terminated, to be freed; NULL: there is none, or no memory,
 * which mem_failures() tells.
 */
char *bundle_read_text(const struct pdata_bundle_files *b, uint32_t kind, size_t *len);
