/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Fetches files by build id from debuginfod servers. The client library is loaded only if the
 * environment variable DEBUGINFOD_URLS or an option names a server. Only files that are not on this
 * machine are fetched.
 */

#include "object/elf/symbol_sources.h"

struct sym_debuginfod;

/*
 * Default limits of one request: seconds for DEBUGINFOD_TIMEOUT and DEBUGINFOD_MAXTIME, bytes for
 * DEBUGINFOD_MAXSIZE. The environment variables of these names change the limits.
 */
#define SYM_DEBUGINFOD_SECONDS 60u
#define SYM_DEBUGINFOD_BYTES (UINT64_C(2) << 30)

/* Limits of one request; 0: no limit. */
struct sym_debuginfod_limits {
	uint64_t silent_s; /* maximum time until the first byte, in seconds */
	uint64_t total_s;  /* maximum time until the last byte, in seconds */
	uint64_t bytes;	   /* maximum size of the file */
};

void sym_debuginfod_limits(struct sym_debuginfod_limits *l);

/*
 * Create a client. @urls: URLs of servers, separated by blanks; NULL: the servers of
 * DEBUGINFOD_URLS. Return: the client, which sym_debuginfod_free() frees. NULL with *@why NULL: no
 * server is named. NULL with a text in *@why: an error, for the reason in the text.
 */
struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why);
void sym_debuginfod_free(struct sym_debuginfod *d); /* @d may be NULL */

enum sym_fetch { SYM_FETCH_DEBUG, SYM_FETCH_PROGRAM };

/*
 * Fetch the file with build id @id. @what: the file with debugging information, or the program
 * itself. @name: name of the object for messages. @d may be NULL: no server. A server that times
 * out is not asked again in this run. Return: path of the file in the cache of the library, a
 * string that the caller frees; NULL: no server sent the file.
 */
char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id, const char *name);
