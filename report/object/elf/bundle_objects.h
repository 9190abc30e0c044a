/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Finds files with symbols (ELF files, kallsyms, perf maps) among the files that pdata has
 * appended to a recording (bundle).
 */

#include "object/elf/sym_table_priv.h"
#include "object/elf/symbol_sources.h"

#include <pdata/features.h>

/*
 * Open the next ELF file of the object @w among the files @b, which pdata has appended to the
 * recording (bundle). A file belongs to @w if it has the build id of @w. If no build id of @w was
 * recorded, the file must have the device, inode and path of @w. The function searches from the
 * file with index *@at on, and sets *@at to the index after the returned file. @b may be NULL.
 * Return: the file, which the caller closes; NULL: no further file of @b belongs to @w.
 */
struct sym_elf *bundle_next_elf(const struct pdata_bundle_files *b, uint32_t *at,
				const struct sym_wanted *w);

/*
 * Return: the build id of the ELF file in @b that has the device, inode and path of @w. @b may be
 * NULL. If there is no such file, or if the file has no build id, the size of the returned build id
 * is 0.
 */
struct sym_build_id bundle_build_id(const struct pdata_bundle_files *b, const struct sym_wanted *w);

/*
 * Search the files @b, which pdata has appended to the recording (bundle), for a file of the kind
 * @kind and of the process @pid; if @pid is 0, for a file of this kind that belongs to no process.
 * Return: the first matching file that is not empty; NULL if no file matches, or if @b is NULL.
 */
const struct pdata_bundle_file *bundle_find_file(const struct pdata_bundle_files *b, uint32_t kind,
						 uint32_t pid);

/*
 * Return: a NUL-terminated copy of the first of the files @b that has the kind @kind and belongs
 * to no process; the caller frees the copy with free(). *@len is set to the number of bytes of the
 * file. NULL if @b has no such file, or if memory is exhausted (then mem_failures() increases).
 */
char *bundle_read_text(const struct pdata_bundle_files *b, uint32_t kind, size_t *len);

/*
 * Add to @b the symbol @s of the names that pdata has appended to the recording, unless @s is
 * empty. If memory is exhausted, @b->err is set.
 */
void bundle_add_symbol(const struct pdata_bundle_sym *s, struct sym_build *b);
/*
 * Add to @b, and settle, those symbols of @o that overlap no symbol of @b. @o has names of the
 * object that pdata has appended to the recording.
 */
void bundle_fill_gaps(const struct pdata_bundle_object *o, struct sym_build *b);
