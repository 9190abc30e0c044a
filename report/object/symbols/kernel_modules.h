/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds files of kernel modules below a directory that an option names. */

#include "object/elf/symbol_sources.h"

struct sym_modules;

/* List the files below @dir; NULL: memory is exhausted. */
struct sym_modules *sym_modules_list(const char *dir);
void sym_modules_free(struct sym_modules *m); /* NULL is allowed */

/*
 * Open the file of @module, such as "[nf_nat]", that has symbols and the build id @id. @m may be
 * NULL: there is no file then. The caller closes the files in @u. Return: whether there is such a
 * file.
 */
bool sym_modules_open(const struct sym_modules *m, const char *module,
		      const struct sym_build_id *id, struct sym_elf_use *u, char path[SYM_PATH_MAX],
		      const char **why);
