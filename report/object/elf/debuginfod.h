/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Files from debuginfod servers, by build id. The client library is loaded when a server is named,
 * by DEBUGINFOD_URLS in the environment or by an option, and is asked only for what no local file
 * has.
 */

#include "object/elf/symbol_sources.h"

struct sym_debuginfod;

/* Limits of one question where the user sets none, by DEBUGINFOD_TIMEOUT, _MAXTIME and _MAXSIZE. */
#define SYM_DEBUGINFOD_SECONDS 60u
#define SYM_DEBUGINFOD_BYTES (UINT64_C(2) << 30)

/* 0: no limit */
struct sym_debuginfod_limits {
	uint64_t silent_s; /* seconds until the first byte */
	uint64_t total_s;  /* seconds until the last byte */
	uint64_t bytes;	   /* size of the file */
};

void sym_debuginfod_limits(struct sym_debuginfod_limits *l);

/*
 * @urls: NULL: those of the environment. Return: NULL where no server is named, or without the
 * library.
 */
struct sym_debuginfod *sym_debuginfod_new(const char *urls, const char **why);
void sym_debuginfod_free(struct sym_debuginfod *d); /* NULL is allowed */

enum sym_fetch { SYM_FETCH_DEBUG, SYM_FETCH_PROGRAM };

/*
 * Path of the file in the library's cache, to be freed; NULL: no server has it. @d may be NULL.
 * @name: of the object, for messages. A server that times out is not asked again in the run.
 */
char *sym_debuginfod_get(struct sym_debuginfod *d, enum sym_fetch what,
			 const struct sym_build_id *id, const char *name);
