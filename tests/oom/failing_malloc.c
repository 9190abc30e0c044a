/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Preloaded into a program, makes allocations fail: OOM_AT=N the Nth and all later ones, with
 * OOM_ONCE set only the Nth. OOM_COUNT=FILE: the number of allocations is written there at the end.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t nr, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

static atomic_long count;
static long fail_at;
static int once;

__attribute__((constructor)) static void read_environment(void)
{
	const char *at = getenv("OOM_AT");

	once = getenv("OOM_ONCE") != NULL;
	atomic_store(&count, 0);
	fail_at = at ? atol(at) : 0;
}

__attribute__((destructor)) static void write_count(void)
{
	const long n = atomic_load(&count);
	const char *name = getenv("OOM_COUNT");
	FILE *f;

	fail_at = 0;
	f = name ? fopen(name, "we") : NULL;
	if (!f)
		return;
	fprintf(f, "%ld\n", n);
	fclose(f);
}

static int fails(void)
{
	const long n = atomic_fetch_add(&count, 1) + 1;

	if (!fail_at || n < fail_at || (once && n > fail_at))
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t nr, size_t size)
{
	return fails() ? NULL : __libc_calloc(nr, size);
}

void *realloc(void *p, size_t size)
{
	return fails() ? NULL : __libc_realloc(p, size);
}

void *reallocarray(void *p, size_t nr, size_t size)
{
	if (fails())
		return NULL;
	if (size && nr > PTRDIFF_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_realloc(p, nr * size);
}

void *aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **p, size_t align, size_t size)
{
	void *got = fails() ? NULL : __libc_memalign(align, size);

	if (!got)
		return ENOMEM;
	*p = got;
	return 0;
}
