/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Names of events that every kernel knows. */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

struct rec_arena;

struct rec_symbol {
	const char *name;
	uint32_t type;
	uint64_t config;
};

/* Row @i of the table, NULL behind its end. */
const struct rec_symbol *rec_symbol_at(size_t i);
const struct rec_symbol *rec_symbol_find(const char *name, size_t len);
int rec_cache_find(const char *name, size_t len, uint64_t *config);
/* Names that look like @name, as ", did you mean ...?"; "" without. */
const char *rec_suggest_names(struct rec_arena *a, const char *name);
/* The name perf gives an event nobody named. */
const char *rec_name_of_attr(struct rec_arena *a, const struct pdata_attr *at);
