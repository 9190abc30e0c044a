/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Fetches files by build id from debuginfod servers. The client library is loaded when
 * DEBUGINFOD_URLS in the environment or an option names a server, and is asked only for files that
 * are not on this machine.
 */

#include "object/elf/symbol_sources.h"

struct sym_debuginfod;

/* Limits of one request if the user sets none by DEBUGINFOD_TIMEOUT, _MAXTIME and _MAXSIZE. */
#define SYM_DEBUGINFOD_SECONDS 60u
#define SYM_DEBUGINFOD_BYTES (UINT64_C(2) << 30)

/* Limits of one request; 0: no limit. */
struct sym_debuginfod_limits {
	uint64_t silent_s; /* seconds until the first byte */
	uint64_t total_s;  /* seconds until the last byte */
	uint64_t bytes;	   /* size of the file */
};

void sym_debuginfod_limits(struct sym_debuginfod_limits *l);

/*
 * @urls: URLs of servers; NULL: the servers that DEBUGINFOD_URLS names. Return: NULL if no server
 * is named, or if the library cannot be used; *@why then says why.
 */
struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why);
void sym_debuginfod_free(struct sym_debuginfod *d); /* NULL is allowed */

enum sym_fetch { SYM_FETCH_DEBUG, SYM_FETCH_PROGRAM };

/*
 * Fetch a file. Return: its path in the cache of the library, which the caller frees; NULL: no
 * server has it. @d may be NULL. @name: name of the object for messages. A server that times out is
 * not asked again in this run.
 */
char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id, const char *name);
