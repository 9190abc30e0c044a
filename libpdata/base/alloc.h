/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PD_ALLOC_H
#define PD_ALLOC_H

/*
 * All memory of the library comes from here, so that tests can let any allocation fail. An arena
 * belongs to a handle and is freed with it; nothing in it is freed singly.
 */

#include <stddef.h>
#include <stdint.h>

#define PD_HUGE_PAGE ((size_t)1 << 21)

struct pd_arena_chunk;

struct pd_arena {
	struct pd_arena_chunk *chunks;
	char *pos, *end;
};

/* n * size zeroed bytes, or NULL; the product is checked. Free with pd_free(). */
void *pd_calloc(size_t n, size_t size);
void *pd_malloc(size_t size);
/* As pd_malloc(), in huge pages where the system has them; @size is a multiple of PD_HUGE_PAGE. */
void *pd_malloc_huge(size_t size);
/* As realloc(3) with a checked product; the old block stays on failure. */
void *pd_realloc(void *p, size_t n, size_t size);
void pd_free(void *p);

/* Grow array *@p of @size elements to hold @need; 0 or PDATA_E_NOMEM. Doubles. */
int pd_grow(void *p, size_t *cap, size_t need, size_t size);

/* n * size zeroed bytes, aligned for any object, or NULL. */
void *pd_arena_array(struct pd_arena *a, uint64_t n, size_t size);
/* Copy @len bytes and a NUL. */
char *pd_arena_str(struct pd_arena *a, const void *s, size_t len);
void pd_arena_free(struct pd_arena *a);

#ifdef PD_FAULT
/* Tests: the allocation after @n more fails; -1: none. */
extern __thread long pd_alloc_fail_after;
#endif

#endif
