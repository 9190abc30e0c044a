/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares growing arrays and arenas. An arena belongs to a handle, such as a reader, and is freed
 * with the handle; single allocations in an arena cannot be freed.
 */

#include "common/heap.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pd_arena_chunk;

struct pd_arena {
	struct pd_arena_chunk *chunks;
	char *pos, *end; /* start and end of the free bytes in the newest block of memory */
	/*
	 * true: the free bytes have undefined values, so pd_arena_array() sets the bytes that it
	 * returns to 0; false: all free bytes are 0
	 */
	bool dirty;
	size_t bytes; /* size in bytes of all blocks of memory together */
};

/*
 * Grow an array so that it has room for at least @need elements of @size bytes. @p: address of the
 * pointer to the array. *@cap: capacity of the array in elements, which at least doubles if the
 * array grows. Return: 0 or PDATA_E_NOMEM.
 */
int pd_grow(void *p, size_t *cap, size_t need, size_t size);

/*
 * Allocate @n * @size zeroed bytes, aligned for any object. Return: the address of the bytes;
 * NULL: memory is exhausted.
 */
void *pd_arena_array(struct pd_arena *a, uint64_t n, size_t size);
/*
 * Copy the @len bytes at @s into the arena and add a NUL. Return: the copy; NULL: memory is
 * exhausted.
 */
char *pd_arena_str(struct pd_arena *a, const void *s, size_t len);
void pd_arena_free(struct pd_arena *a);
