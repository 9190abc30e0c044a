/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds the files in the bundle of a recording from which symbols are read. */

#include "object/elf/symbol_sources.h"

#include <pdata/features.h>

/*
 * Open the next ELF file of @b, from file number *@at on, that belongs to @w. @b may be NULL.
 * Return: NULL if there is none.
 */
struct sym_elf *bundle_next_elf(const struct pdata_bundle_files *b, uint32_t *at,
				const struct sym_wanted *w);

/*
 * Return: the first file of @kind that is not empty and belongs to process @pid (0: to no
 * process); NULL: there is none.
 */
const struct pdata_bundle_file *bundle_find_file(const struct pdata_bundle_files *b, uint32_t kind,
						 uint32_t pid);

/*
 * Return: the text of the first file of @kind, terminated, which the caller frees. NULL: there is
 * none, or memory is exhausted, which mem_failures() tells.
 */
char *bundle_read_text(const struct pdata_bundle_files *b, uint32_t kind, size_t *len);
