/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * All memory of libpdata and common/ comes from here, so that tests can let any allocation fail.
 * A product of sizes is checked for overflow. NULL: out of memory, which the caller returns.
 */

#include <stddef.h>

#define PD_HUGE_PAGE ((size_t)1 << 21)

/* n * size zeroed bytes, or NULL. Free with pd_free(). */
void *pd_calloc(size_t n, size_t size);
void *pd_malloc(size_t size);
/* As pd_malloc(), in huge pages where the system has them; @size is a multiple of PD_HUGE_PAGE. */
void *pd_malloc_huge(size_t size);
/* As realloc(3) of n * size bytes; the old block stays on failure. */
void *pd_realloc(void *p, size_t n, size_t size);
void pd_free(void *p);

#ifdef PD_FAULT
/* Tests: the allocation after @n more fails; -1: none. */
extern __thread long pd_alloc_fail_after;
#endif
