/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Memory for the rooms that do not end the program: each function returns NULL when memory is
 * exhausted, and the caller returns the error (-ENOMEM, or NULL with an error that is kept in its
 * context).
 *
 * Each failure is counted. If NULL means "none" as well as "memory is exhausted", the function
 * that owns the result compares mem_failures() before and after the work, and keeps -ENOMEM if the
 * two counts differ. A failure of another thread at that time counts as well, because memory is
 * exhausted then.
 */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Allocate @nr elements of @size bytes, all zero. Return: memory that the caller frees, or NULL. */
void *mem_alloc(size_t nr, size_t size);

/* As realloc(3) of @p to @nr elements of @size bytes. Return: the memory; NULL: @p stays valid. */
void *mem_grow(void *p, size_t nr, size_t size);

/*
 * Allocate @nr elements of @size bytes, not cleared. A large block is in huge pages, because page
 * faults for small pages cost more than filling them. Return: memory that the caller frees, or
 * NULL.
 */
void *mem_big_alloc(size_t nr, size_t size);

/*
 * Grow an array: *@array points to elements of @size bytes, and *@cap elements are allocated.
 * mem_room() makes sure that element @n exists; mem_room_zeroed() also clears new elements.
 * Return: false: memory is exhausted, and the array is as it was.
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

/*
 * Like mem_room() for an array of @n elements that grows only at its end, by one element at a
 * time.
 */
static inline bool mem_room_at_end(void *array, uint32_t n, size_t size)
{
	uint32_t cap = n;

	return (n & (n - 1)) || mem_grow_array(array, &cap, n, size, false);
}

/* Copy the string @s. Return: memory that the caller frees, or NULL. */
char *mem_strdup(const char *s);

/* Return: number of failed allocations so far in the thread's context (see context.h). */
unsigned mem_failures(void);

/* Count an allocation that failed outside of these functions, in a library or in libc. */
void mem_count_failure(void);

/*
 * Count a failure of code that allocates memory itself. @ok: whether the code succeeded. Return:
 * @ok.
 */
static inline bool mem_check(bool ok)
{
	if (!ok)
		mem_count_failure();
	return ok;
}

/*
 * Call @run(@arg), which calls a library that ends the program, or crashes, when memory is
 * exhausted. The allocation functions or the out-of-memory handler of that library call
 * mem_leave() instead: mem_leave() counts a failure, and mem_guarded() returns false at once.
 * Memory that @run allocated before is not freed.
 */
bool mem_guarded(void (*run)(void *arg), void *arg);
void mem_leave(void) __attribute__((noreturn));

/*
 * Count a failed allocation of a foreign function. The caller sets errno to 0 before it calls that
 * function. @ok: whether the function succeeded. Return: @ok.
 */
static inline bool mem_check_errno(bool ok)
{
	if (!ok && errno == ENOMEM)
		mem_count_failure();
	return ok;
}
