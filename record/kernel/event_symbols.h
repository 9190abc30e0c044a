/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Finds hardware, software and cache events by name. Every kernel knows these events. */

#include <pdata/pdata.h>

#include <stddef.h>
#include <stdint.h>

struct rec_arena;

struct rec_symbol {
	const char *name;
	uint32_t type;
	uint64_t config;
};

/* Return row @i of the table of event names; NULL: the table has fewer rows. */
const struct rec_symbol *rec_symbol_at(size_t i);
const struct rec_symbol *rec_symbol_find(const char *name, size_t len);
int rec_cache_find(const char *name, size_t len, uint64_t *config);
/*
 * Return the text "; did you mean ...?" with event names similar to @name; "": no name is similar.
 */
const char *rec_suggest_names(struct rec_arena *a, const char *name);
/* Return the name that perf gives to an event with the attr @at if the user has given no name. */
const char *rec_name_of_attr(struct rec_arena *a, const struct pdata_attr *at);
