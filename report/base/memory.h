/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Memory for the rooms that do not end the program: each function returns NULL when memory is
 * exhausted, and the caller hands the error on (-ENOMEM, or NULL and an error kept in its context).
 *
 * Each failure is counted. Where NULL means "none" as well as "memory is exhausted", the function
 * that owns the result compares mem_failures() before and after the work, and keeps -ENOMEM where
 * they differ. A failure in another thread at that time counts, too: memory is exhausted then.
 */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* @nr elements of @size bytes, all zero. Return: memory for free(), or NULL. */
void *mem_alloc(size_t nr, size_t size);

/* realloc() of @p to @nr elements of @size bytes. Return: memory; NULL: @p stays valid. */
void *mem_grow(void *p, size_t nr, size_t size);

/*
 * @nr elements of @size bytes, not cleared, in large pages where the block is large: page by page,
 * megabytes cost more to get than to fill. Return: memory for free(), or NULL.
 */
void *mem_big_alloc(size_t nr, size_t size);

/*
 * Room in an array that grows: *@array points to elements of @size bytes, of which *@cap are
 * allocated. mem_room() makes sure that there is an element @n; mem_room_zeroed() also clears
 * elements that are new. Return: false: memory is exhausted, and the array is as it was.
 */
bool mem_grow_array(void *array, uint32_t *cap, uint32_t n, size_t size, bool zeroed);

static inline bool mem_room(void *array, uint32_t *cap, uint32_t n, size_t size)
{
	return n < *cap || mem_grow_array(array, cap, n, size, false);
}

static inline bool mem_room_zeroed(void *array, uint32_t *cap, uint32_t n, size_t size)
{
	return n < *cap || mem_grow_array(array, cap, n, size, true);
}

/* As mem_room(), of an array of @n elements to which only elements are added, one at a time. */
static inline bool mem_room_at_end(void *array, uint32_t n, size_t size)
{
	uint32_t cap = n;

	return (n & (n - 1)) || mem_grow_array(array, &cap, n, size, false);
}

/* A copy of @s. Return: memory for free(), or NULL. */
char *mem_strdup(const char *s);

/* How many allocations have failed so far, in all threads. */
unsigned mem_failures(void);

/* Count an allocation that failed outside of these functions, in a library or in libc. */
void mem_count_failure(void);

/* Count a failure of code that allocates by itself. @ok: whether it succeeded. Return: @ok. */
static inline bool mem_check(bool ok)
{
	if (!ok)
		mem_count_failure();
	return ok;
}

/*
 * Call @run(@arg), which calls a library that ends the program, or crashes, without memory. There
 * its allocations, or its handler, call mem_leave(): it counts a failure, and mem_guarded() returns
 * false at once. What @run allocated until then is not freed.
 */
bool mem_guarded(void (*run)(void *arg), void *arg);
void mem_leave(void) __attribute__((noreturn));

/*
 * Count a failure of a foreign function before which the caller set errno to 0. @ok: whether it
 * succeeded. Return: @ok.
 */
static inline bool mem_check_errno(bool ok)
{
	if (!ok && errno == ENOMEM)
		mem_count_failure();
	return ok;
}
