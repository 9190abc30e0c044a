/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds files of kernel modules below the directory of the option --modules. */

#include "object/elf/symbol_sources.h"

struct sym_modules;

/*
 * List the files of kernel modules in the directory @dir and its subdirectories. Return: the list,
 * which sym_modules_free() frees; NULL: memory is exhausted.
 */
struct sym_modules *sym_modules_list(const char *dir);
void sym_modules_free(struct sym_modules *m); /* the function does nothing if @m is NULL */

/*
 * Open a file of the module @module, a name such as "[nf_nat]". The file must have a symbol table
 * and the build id @id; if @id is empty, any build id is accepted. On success, the function sets
 * @u->syms and @u->runtime to the open file, which the caller closes, and writes the path of the
 * file to @path. Return: true; false if @m lists no such file, or if @m is NULL. If a file of the
 * module cannot be opened, *@why is set to the reason.
 */
bool sym_modules_open(const struct sym_modules *m, const char *module,
		      const struct sym_build_id *id, struct sym_elf_use *u, char path[SYM_PATH_MAX],
		      const char **why);
