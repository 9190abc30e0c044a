/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds tracepoints in tracefs: their names, ids and formats. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_arena;
struct rec_evlist;

/*
 * Return the mount point of tracefs. If tracefs is not mounted, the function tries to mount it;
 * NULL: it cannot be mounted.
 */
const char *rec_tracefs(void);

typedef void (*rec_tp_fn)(const char *system, const char *name, uint64_t id, void *data);

/*
 * Call @fn for each tracepoint that matches the globs @system and @name, in the order of
 * readdir(3). @data is the last argument of @fn. Return: the number of calls, or -errno.
 */
int rec_tp_match(struct rec_arena *a, const char *system, const char *name, rec_tp_fn fn,
		 void *data);
/*
 * Make the TRACING_DATA feature with the formats of the tracepoints in @l. Return: false if @l has
 * no tracepoints, or if tracefs is not mounted.
 */
bool rec_tp_feature(struct rec_arena *a, const struct rec_evlist *l, struct pdata_feature *f);
