/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Fetches files by build id from debuginfod servers. The client library is loaded only if the
 * environment variable DEBUGINFOD_URLS or an option names a server. Only files that are not on
 * this machine are fetched.
 */

#include "object/elf/symbol_sources.h"

struct sym_debuginfod;

/*
 * Default limits of one request to debuginfod servers. SYM_DEBUGINFOD_SECONDS is the default of
 * silent_s and of total_s in struct sym_debuginfod_limits, and SYM_DEBUGINFOD_BYTES is the default
 * of bytes. The environment variables DEBUGINFOD_TIMEOUT (silent_s), DEBUGINFOD_MAXTIME (total_s)
 * and DEBUGINFOD_MAXSIZE (bytes) replace these defaults. If DEBUGINFOD_TIMEOUT sets silent_s to 0
 * (no limit) or to more than SYM_DEBUGINFOD_SECONDS, the default of total_s is the value of
 * silent_s.
 */
#define SYM_DEBUGINFOD_SECONDS 60u
#define SYM_DEBUGINFOD_BYTES (UINT64_C(2) << 30)

/* Limits of one request to debuginfod servers. A member is 0 if there is no such limit. */
struct sym_debuginfod_limits {
	uint64_t silent_s; /* maximum seconds from the request to the first byte of the file */
	uint64_t total_s;  /* maximum seconds from the request to the last byte of the file */
	uint64_t bytes;	   /* maximum size in bytes of the fetched file */
};

void sym_debuginfod_limits(struct sym_debuginfod_limits *l);

/*
 * Create a client of debuginfod servers. @urls has the URLs of the servers, separated by blanks.
 * If @urls is NULL or "", the environment variable DEBUGINFOD_URLS has the URLs. Return: the
 * client, which sym_debuginfod_free() frees. If no server is named, return NULL and set *@why to
 * NULL. If the client cannot be created, for example because the client library is not installed,
 * return NULL and set *@why to a text with the reason.
 */
struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why);
void sym_debuginfod_free(struct sym_debuginfod *d); /* the function does nothing if @d is NULL */

enum sym_fetch { SYM_FETCH_DEBUG, SYM_FETCH_PROGRAM };

/*
 * Fetch a file with the build id @id from the servers of @d. @what says which file is fetched: the
 * file with debugging information, or the program or library itself. Messages call the object
 * @name. A server that times out is not asked again while pdata runs. Return: path of the file in
 * the cache of the debuginfod client library, a string that the caller frees; NULL if no server
 * sent the file, or if @d is NULL.
 */
char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id, const char *name);
