/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Overflow-checked allocation for libpdata and common/, with a switch for tests that makes
 * allocations fail.
 */
#include "common/heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#ifdef PD_FAULT
__thread long pd_alloc_fail_after = -1;

static int fail_now(void)
{
	return pd_alloc_fail_after >= 0 && pd_alloc_fail_after-- == 0;
}
#else
static int fail_now(void)
{
	return 0;
}
#endif

void *pd_malloc(size_t size)
{
	return fail_now() ? NULL : malloc(size ? size : 1);
}

void *pd_malloc_huge(size_t size)
{
	void *p;

	/* On 32-bit machines the alignment would use up too much of the address space. */
	if (sizeof(p) < 8)
		return pd_malloc(size);
	p = fail_now() ? NULL : aligned_alloc(PD_HUGE_PAGE, size);
#ifdef MADV_HUGEPAGE
	if (p)
		madvise(p, size, MADV_HUGEPAGE); /* small pages do as well if it fails */
#endif
	return p;
}

void pd_use_huge_pages(void *p, size_t size)
{
#ifdef MADV_HUGEPAGE
	const uintptr_t at = (uintptr_t)p, end = at + size,
			first = (at + PD_HUGE_PAGE - 1) & ~(uintptr_t)(PD_HUGE_PAGE - 1);

	if (sizeof(p) == 8 && p && size >= PD_HUGE_FROM)
		madvise((void *)first, (end - first) & ~(PD_HUGE_PAGE - 1), MADV_HUGEPAGE);
#else
	(void)p;
	(void)size;
#endif
}

void *pd_calloc(size_t n, size_t size)
{
	return fail_now() ? NULL : calloc(n ? n : 1, size ? size : 1);
}

void *pd_realloc(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes) || fail_now())
		return NULL;
	return realloc(p, bytes ? bytes : 1);
}

void pd_free(void *p)
{
	free(p);
}
