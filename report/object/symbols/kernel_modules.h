/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds files of kernel modules below the directory of the option --modules. */

#include "object/elf/symbol_sources.h"

struct sym_modules;

/*
 * List the module files in @dir and its subdirectories. Return: the list, which sym_modules_free()
 * frees; NULL: memory is exhausted.
 */
struct sym_modules *sym_modules_list(const char *dir);
void sym_modules_free(struct sym_modules *m); /* @m may be NULL */

/*
 * Open the file of the module @module, a name such as "[nf_nat]", that has a symbol table and the
 * build id @id (any build id if @id is empty). @u: the file, which the caller closes; @path: its
 * path. @m may be NULL. Return: false: @m has no such file.
 */
bool sym_modules_open(const struct sym_modules *m, const char *module,
		      const struct sym_build_id *id, struct sym_elf_use *u, char path[SYM_PATH_MAX],
		      const char **why);
