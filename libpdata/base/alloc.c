/* SPDX-License-Identifier: BSD-2-Clause */
/* Growing arrays, and arenas, which are freed as a whole with the handle that owns them. */
#include "base/alloc.h"

#include <pdata/pdata.h>

#include <string.h>

#define ARENA_CHUNK 16384u
#define ARENA_ALIGN 16u
#define GROW_FIRST 64u /* bytes of a new array */

struct pd_arena_chunk {
	struct pd_arena_chunk *next;
	uint64_t pad[7]; /* aligns the memory after the struct to a cache line */
};

void pdata_free(void *p)
{
	pd_free(p);
}

int pd_grow(void *p, size_t *cap, size_t need, size_t size)
{
	void *old, *new;
	size_t n = *cap ? *cap : GROW_FIRST / size;

	if (need <= *cap)
		return 0;
	if (!n)
		n = 1;
	while (n < need) {
		if (n > SIZE_MAX / 2)
			return PDATA_E_NOMEM;
		n *= 2;
	}
	memcpy(&old, p, sizeof(old));
	new = pd_realloc(old, n, size);
	if (!new)
		return PDATA_E_NOMEM;
	memcpy(p, &new, sizeof(new));
	*cap = n;
	return 0;
}

/*
 * A large arena grows by huge pages: they take less time to be made, and to be found when the arena
 * is read in random order.
 */
static int arena_more(struct pd_arena *a, size_t bytes)
{
	const bool huge = a->bytes >= 2 * PD_HUGE_PAGE &&
			  bytes <= PD_HUGE_PAGE - sizeof(struct pd_arena_chunk);
	size_t size = sizeof(struct pd_arena_chunk) + (bytes > ARENA_CHUNK ? bytes : ARENA_CHUNK);
	struct pd_arena_chunk *c;

	if (huge)
		size = PD_HUGE_PAGE;
	c = huge ? pd_malloc_huge(size) : pd_calloc(1, size);
	if (!c)
		return PDATA_E_NOMEM;
	c->next = a->chunks;
	a->chunks = c;
	a->pos = (char *)(c + 1);
	a->end = (char *)c + size;
	a->dirty = huge;
	a->bytes += size;
	return 0;
}

void *pd_arena_array(struct pd_arena *a, uint64_t n, size_t size)
{
	size_t bytes;
	void *p;

	if (n > SIZE_MAX || __builtin_mul_overflow((size_t)n, size, &bytes) || bytes > SIZE_MAX / 2)
		return NULL;
	/* an allocation of 0 bytes must not return NULL, even in an empty arena */
	if (!bytes)
		bytes = 1;
	bytes = (bytes + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
	if ((size_t)(a->end - a->pos) < bytes && arena_more(a, bytes))
		return NULL;
	p = a->pos;
	a->pos += bytes;
	return a->dirty ? memset(p, 0, bytes) : p;
}

char *pd_arena_str(struct pd_arena *a, const void *s, size_t len)
{
	char *p = pd_arena_array(a, (uint64_t)len + 1, 1);

	if (p && len)
		memcpy(p, s, len);
	return p;
}

void pd_arena_free(struct pd_arena *a)
{
	while (a->chunks) {
		struct pd_arena_chunk *c = a->chunks;

		a->chunks = c->next;
		pd_free(c);
	}
	a->pos = a->end = NULL;
	a->bytes = 0;
}
