/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REP_SYM_DEBUGINFOD_H
#define REP_SYM_DEBUGINFOD_H

/*
 * Files from debuginfod servers, by build id. The client library is loaded when a server is named, by
 * DEBUGINFOD_URLS in the environment or by an option, and is asked only for what no local file has.
 */

#include "object/elf/symbol_sources.h"

struct sym_debuginfod;

/* @urls: NULL: those of the environment. Return: NULL where no server is named, or without the library. */
struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why);
void sym_debuginfod_free(struct sym_debuginfod *d); /* NULL is allowed */

enum sym_fetch { SYM_FETCH_DEBUG, SYM_FETCH_PROGRAM };

/* Where the file now is, to be freed; NULL: no server has it. @d may be NULL. */
char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id);

#endif
