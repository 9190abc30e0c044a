/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds files with symbols in the bundle of a recording (ELF files, kallsyms, perf maps). */

#include "object/elf/symbol_sources.h"

#include <pdata/features.h>

/*
 * Open the next ELF file of @b that belongs to the object @w: the file has the build id of @w, or,
 * if no build id of @w was recorded, the device, inode and path of @w. The search begins at the
 * file with index *@at, and sets *@at to the index after the returned file. @b may be NULL. Return:
 * the file, which the caller closes; NULL: @b has no further file of @w.
 */
struct sym_elf *bundle_next_elf(const struct pdata_bundle_files *b, uint32_t *at,
				const struct sym_wanted *w);

/*
 * Return: the first file of @b with kind @kind and process id @pid that is not empty. @pid 0: a
 * file that belongs to no process. NULL: @b is NULL, or has no such file.
 */
const struct pdata_bundle_file *bundle_find_file(const struct pdata_bundle_files *b, uint32_t kind,
						 uint32_t pid);

/*
 * Return: a NUL-terminated copy of the first file with kind @kind that belongs to no process; the
 * caller frees the copy with free(). *@len: bytes of the file. NULL: @b has no such file, or memory
 * is exhausted (then mem_failures() increases).
 */
char *bundle_read_text(const struct pdata_bundle_files *b, uint32_t kind, size_t *len);
