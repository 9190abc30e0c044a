/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Tracepoints: names, numbers and formats. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_arena;
struct rec_evlist;

/* tracefs.c: tracepoints */
const char *rec_tracefs(void); /* its mount point, or NULL; mounts it where that is allowed */

typedef void (*rec_tp_fn)(const char *system, const char *name, uint64_t id, void *data);

/*
 * Call @fn for each tracepoint that matches the globs, in the order of the directory. Return:
 * count, -errno.
 */
int rec_tp_match(struct rec_arena *a, const char *system, const char *name, rec_tp_fn fn,
		 void *data);
/* What explains the tracepoints of @l. Return: false when there are none. */
bool rec_tp_feature(struct rec_arena *a, const struct rec_evlist *l, struct pdata_feature *f);
