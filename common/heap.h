/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Allocates all memory of libpdata and common/, so that tests can make any allocation fail. The
 * product of count and size is checked for overflow. If memory is exhausted, the functions return
 * NULL, and the caller returns an error.
 */

#include <stddef.h>

#define PD_HUGE_SHIFT 21u
#define PD_HUGE_PAGE ((size_t)1 << PD_HUGE_SHIFT)

/* Allocate @n * @size zeroed bytes. Free them with pd_free(). NULL: memory is exhausted. */
void *pd_calloc(size_t n, size_t size);
void *pd_malloc(size_t size);
/*
 * Allocate @size uninitialised bytes, in huge pages if the system has them. @size must be a
 * multiple of PD_HUGE_PAGE. Free the memory with pd_free(). NULL: memory is exhausted.
 */
void *pd_malloc_huge(size_t size);
/*
 * Ask the kernel for huge pages for the @size bytes of heap memory at @p. Call this function before
 * the memory is filled: page faults for small pages would cost more than filling the memory. The
 * function does nothing if @size is below PD_HUGE_FROM, because most of a huge page could stay
 * unused.
 */
#define PD_HUGE_FROM (2 * PD_HUGE_PAGE)
void pd_use_huge_pages(void *p, size_t size);
/*
 * Change the size of the memory @p to @n * @size bytes, as realloc(3) does. Return: the memory,
 * which may have moved; NULL: out of memory, and @p stays allocated.
 */
void *pd_realloc(void *p, size_t n, size_t size);
void pd_free(void *p);

#ifdef PD_FAULT
/*
 * For tests: number of allocations of the thread that still succeed; the allocation after them
 * fails. -1: all allocations succeed.
 */
extern __thread long pd_alloc_fail_after;
#endif
