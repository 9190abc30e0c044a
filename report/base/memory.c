/* SPDX-License-Identifier: BSD-2-Clause */
/* Allocates memory and returns NULL when memory is exhausted; sizes are checked for overflow. */
#include "base/memory.h"

#include "base/context.h"
#include "common/heap.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

unsigned mem_failures(void)
{
	return atomic_load_explicit(&rep_context_get()->nr_failures, memory_order_relaxed);
}

void mem_count_failure(void)
{
	atomic_fetch_add_explicit(&rep_context_get()->nr_failures, 1, memory_order_relaxed);
}

static _Thread_local jmp_buf *guard; /* of the innermost mem_guarded() of the thread */

bool mem_guarded(void (*run)(void *arg), void *arg)
{
	jmp_buf *const outer = guard;
	jmp_buf here;

	if (setjmp(here)) {
		guard = outer;
		return false;
	}
	guard = &here;
	run(arg);
	guard = outer;
	return true;
}

void mem_leave(void)
{
	mem_count_failure();
	longjmp(*guard, 1);
}

static void *count_null(void *p)
{
	if (!p)
		mem_count_failure();
	return p;
}

void *mem_alloc(size_t nr, size_t size)
{
	return count_null(calloc(nr ? nr : 1, size ? size : 1));
}

void *mem_grow(void *p, size_t nr, size_t size)
{
	void *grown = count_null(reallocarray(p, nr ? nr : 1, size ? size : 1));

	pd_use_huge_pages(grown, nr * size);
	return grown;
}

void *mem_big_alloc(size_t nr, size_t size)
{
	size_t n = size && nr > SIZE_MAX / 2 / size ? 0 : nr * size;
	void *p;

	if (n < PD_HUGE_PAGE)
		return mem_grow(NULL, nr, size);
	n = (n + PD_HUGE_PAGE - 1) / PD_HUGE_PAGE * PD_HUGE_PAGE;
	p = aligned_alloc(PD_HUGE_PAGE, n);
	if (!p)
		return mem_grow(NULL, nr, size);
	madvise(p, n, MADV_HUGEPAGE);
	return p;
}

bool mem_grow_array(void *array, uint32_t *cap, uint32_t n, size_t size, bool zeroed)
{
	const uint32_t more = n < UINT32_MAX / 2 - 8 ? 2 * n + 8 : 0;
	char *p;

	memcpy(&p, array, sizeof(p)); /* copied, because the type of the pointer is unknown here */
	p = more ? mem_grow(p, more, size) : count_null(NULL);
	if (!p)
		return false;
	if (zeroed)
		memset(p + *cap * size, 0, (more - *cap) * size);
	memcpy(array, &p, sizeof(p));
	*cap = more;
	return true;
}

bool mem_reserve(void *array, uint32_t *cap, uint64_t n, size_t size)
{
	const uint64_t most = MEM_RESERVE_MAX / size;
	const uint32_t wanted = (uint32_t)(n < most ? n : most);
	char *old, *p;

	if (wanted <= *cap)
		return true;
	p = mem_big_alloc(wanted, size);
	if (!p)
		return false;
	memcpy(&old, array, sizeof(old));
	if (old)
		memcpy(p, old, *cap * size);
	free(old);
	memcpy(array, &p, sizeof(p));
	*cap = wanted;
	return true;
}

void mem_give_back(void *p, size_t from, size_t to)
{
	const uintptr_t page = ~(uintptr_t)(PD_HUGE_PAGE - 1), block = (uintptr_t)p;
	const uintptr_t first = (block + PD_HUGE_PAGE - 1) & page, end = (block + to) & page;
	const uintptr_t begin = (block + from) & page;
	const uintptr_t start = begin > first ? begin : first;

	if (end > start)
		madvise((void *)start, end - start, MADV_DONTNEED);
}

void mem_trim(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

char *mem_strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = count_null(malloc(n));

	return p ? memcpy(p, s, n) : NULL;
}
