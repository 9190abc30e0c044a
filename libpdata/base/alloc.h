/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Growing arrays, and arenas. An arena belongs to a handle and is freed with it; no allocation in
 * an arena is freed alone.
 */

#include "common/heap.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pd_arena_chunk;

struct pd_arena {
	struct pd_arena_chunk *chunks;
	char *pos, *end; /* free bytes of the newest chunk */
	bool dirty;	 /* it is not known whether all these bytes are zero */
	size_t bytes;	 /* of all chunks */
};

/*
 * Grow the array *@p, whose elements have @size bytes, so that it holds at least @need elements.
 * @cap is its capacity in elements, which at least doubles. Return: 0 or PDATA_E_NOMEM.
 */
int pd_grow(void *p, size_t *cap, size_t need, size_t size);

/* Allocate @n * @size zeroed bytes, aligned for any object. Return: NULL if memory is exhausted. */
void *pd_arena_array(struct pd_arena *a, uint64_t n, size_t size);
/*
 * Copy @len bytes into the arena and add a NUL. Return: the copy, or NULL if memory is exhausted.
 */
char *pd_arena_str(struct pd_arena *a, const void *s, size_t len);
void pd_arena_free(struct pd_arena *a);
