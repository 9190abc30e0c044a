/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Arrays that grow, and arenas: an arena belongs to a handle and is freed with it; nothing in it
 * is freed singly.
 */

#include "common/heap.h"

#include <stddef.h>
#include <stdint.h>

struct pd_arena_chunk;

struct pd_arena {
	struct pd_arena_chunk *chunks;
	char *pos, *end;
};

/* Grow array *@p of @size elements to hold @need; 0 or PDATA_E_NOMEM. Doubles. */
int pd_grow(void *p, size_t *cap, size_t need, size_t size);

/* n * size zeroed bytes, aligned for any object, or NULL. */
void *pd_arena_array(struct pd_arena *a, uint64_t n, size_t size);
/* Copy @len bytes and a NUL. */
char *pd_arena_str(struct pd_arena *a, const void *s, size_t len);
void pd_arena_free(struct pd_arena *a);
