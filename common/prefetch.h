/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prefetching, its limits, and prefetching of records in a buffer that another CPU has filled. */

#include <stddef.h>
#include <stdint.h>

#define PD_PREFETCH_AHEAD 4096u /* distance in bytes; 512 to 8192 were equally good */
#define PD_PREFETCH_MOST 1024u	/* bytes of one record; the rest is mostly a user stack */
#define PD_CACHE_LINE 64u

/*
 * Threads are prefetched only if a recording has at least this many: the structs of fewer threads
 * stay in the caches of a CPU, so looking up a sample's thread does not wait for memory.
 */
#define PD_PREFETCH_THREADS 512u

/*
 * Prefetch the cache line at @p, which pd_prefetch_write() expects to be written. The asm statement
 * is empty: GCC takes a function that only prefetches for one without side effects, and removes
 * calls of it.
 */
static inline void pd_prefetch(const void *p)
{
	__builtin_prefetch(p);
	__asm__ volatile("");
}

static inline void pd_prefetch_write(const void *p)
{
	__builtin_prefetch(p, 1);
	__asm__ volatile("");
}

/*
 * Prefetch as many bytes as the record at @record has, from the position PD_PREFETCH_AHEAD bytes
 * after @record. A walk that calls this function for each of many adjacent records thus prefetches
 * all of them. The position may be behind the end of the buffer: a prefetch does not fault. @size:
 * size in bytes of the record.
 */
static inline void pd_prefetch_after(const void *record, size_t size)
{
	const uintptr_t from = (uintptr_t)record + PD_PREFETCH_AHEAD;

	for (size_t at = 0; at < size && at < PD_PREFETCH_MOST; at += PD_CACHE_LINE)
		pd_prefetch((const void *)(from + at));
}
