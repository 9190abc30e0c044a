/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Allocates memory for code that must not end the program. Each function returns NULL when memory
 * is exhausted. The caller then returns -ENOMEM, or keeps the error in its context and returns
 * NULL.
 *
 * Each failure is counted. Some functions return NULL both for "there is none" and for "memory is
 * exhausted". Their caller compares mem_failures() before and after the work, and keeps -ENOMEM if
 * the two counts differ. The count includes failures of all threads that use the same context: if
 * another thread fails during the work, the caller keeps -ENOMEM, although its own work may have
 * succeeded.
 */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Allocate @nr zeroed elements of @size bytes. Return: memory that the caller frees, or NULL. */
void *mem_alloc(size_t nr, size_t size);

/*
 * Change the size of the memory @p to @nr elements of @size bytes, as realloc(3) does. Return: the
 * memory, which may have moved; NULL: memory is exhausted, and @p stays allocated.
 */
void *mem_grow(void *p, size_t nr, size_t size);

/*
 * Allocate @nr elements of @size bytes, not cleared. A large block (2 MiB or more) is in huge
 * pages, because page faults for small pages cost more than filling the block. Return: memory that
 * the caller frees, or NULL.
 */
void *mem_big_alloc(size_t nr, size_t size);

/*
 * Grow an array so that it has an element with the index @n. @array: address of the pointer to the
 * elements; each element has @size bytes. *@cap: number of allocated elements. @zeroed: fill the
 * new elements with zeros. mem_room() and mem_room_zeroed() call mem_grow_array() only if @n is
 * not below *@cap; mem_room_zeroed() sets @zeroed. Return: true; false: memory is exhausted, and
 * the array is unchanged.
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
 * Make room for one element after the @n elements of an array, as mem_room() does. The array must
 * grow only at its end, and by one element at a time, because the function does not get the
 * capacity of the array, but computes the capacity from @n.
 */
static inline bool mem_room_at_end(void *array, uint32_t n, size_t size)
{
	uint32_t cap = n;

	return (n & (n - 1)) || mem_grow_array(array, &cap, n, size, false);
}

/*
 * If an array has memory for fewer than @n elements, move it to memory for @n elements. Without
 * this call, the array would grow to @n elements step by step, and each step would copy it. @n may
 * be an estimate: if it is too high, the kernel allocates no pages for the memory that is never
 * used. The function reserves at most MEM_RESERVE_MAX bytes; beyond them, mem_grow_array() makes
 * the array larger. @array, @cap, @size and the result: as in mem_grow_array().
 */
#define MEM_RESERVE_MAX ((size_t)64 << 20)
bool mem_reserve(void *array, uint32_t *cap, uint64_t n, size_t size);

/*
 * Give the physical memory of bytes @from to @to - 1 of the block @p back to the kernel, as far as
 * these bytes fill huge pages. The bytes before @to are undefined afterwards, and must not be read
 * again; the block is still freed as a whole. To give back a block from its start to its end in
 * steps, pass the @to of the step before as @from.
 */
void mem_give_back(void *p, size_t from, size_t to);
/* Give the free memory that malloc() keeps in the heap back to the kernel. */
void mem_trim(void);

/* Copy the string @s. Return: memory that the caller frees, or NULL. */
char *mem_strdup(const char *s);

/*
 * Return: the number of failed allocations so far in the context of the calling thread
 * (context.h).
 */
unsigned mem_failures(void);

/* Count a failed allocation of a library or of libc, which the mem_ functions do not see. */
void mem_count_failure(void);

/*
 * If @ok is false, count a failed allocation. @ok is the result of code that allocates memory
 * without the mem_ functions. Return: @ok.
 */
static inline bool mem_check(bool ok)
{
	if (!ok)
		mem_count_failure();
	return ok;
}

/*
 * Call @run(@arg), which uses a library that would end the program, or crash, when memory is
 * exhausted. The allocation functions or the out-of-memory handler of that library must call
 * mem_leave(): it counts a failure and jumps back to mem_guarded(). Memory that @run allocated
 * before is not freed. Return of mem_guarded(): true if @run returned; false if mem_leave() was
 * called.
 */
bool mem_guarded(void (*run)(void *arg), void *arg);
void mem_leave(void) __attribute__((noreturn));

/*
 * Count a failed allocation if @ok is false and errno is ENOMEM. @ok: result of a library function
 * that sets errno; the caller sets errno to 0 before it calls the library function. Return: @ok.
 */
static inline bool mem_check_errno(bool ok)
{
	if (!ok && errno == ENOMEM)
		mem_count_failure();
	return ok;
}
