/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * XXH3-64 checksums of the trailer's blocks and of the chunks that the index lists, with AVX2
 * where the CPU has it. Builds without xxhash get stubs.
 */
#include "base/xxh3.h"
#include "base/alloc.h"

#ifdef HAVE_XXHASH
#define XXH_INLINE_ALL
#include <xxhash.h>

/* XXH3_state_t needs a larger alignment than malloc(3) gives. */
#define STATE_ALIGN 64

struct pd_xxh3 {
	XXH3_state_t *state;
	bool wide;
	char room[sizeof(XXH3_state_t) + STATE_ALIGN];
};

bool pd_xxh3_available(void)
{
	return true;
}

static bool has_avx2(void)
{
#if PD_XXH3_AVX2
	return __builtin_cpu_supports("avx2");
#else
	return false;
#endif
}

struct pd_xxh3 *pd_xxh3_new(void)
{
	struct pd_xxh3 *x = pd_calloc(1, sizeof(*x));

	if (!x)
		return NULL;
	x->state = (void *)(x->room + (STATE_ALIGN - (uintptr_t)x->room % STATE_ALIGN));
	x->wide = has_avx2();
	pd_xxh3_reset(x);
	return x;
}

void pd_xxh3_reset(struct pd_xxh3 *x)
{
	XXH3_64bits_reset(x->state);
}

void pd_xxh3_add(struct pd_xxh3 *x, const void *data, size_t len)
{
#if PD_XXH3_AVX2
	if (x->wide && len) {
		pd_xxh3_add_avx2(x->state, data, len);
		return;
	}
#endif
	if (len)
		XXH3_64bits_update(x->state, data, len);
}

uint64_t pd_xxh3_sum(const struct pd_xxh3 *x)
{
	return XXH3_64bits_digest(x->state);
}

uint64_t pd_xxh3_of(const void *data, size_t len)
{
	return XXH3_64bits(data, len);
}
#else
struct pd_xxh3 {
	int none;
};

bool pd_xxh3_available(void)
{
	return false;
}

struct pd_xxh3 *pd_xxh3_new(void)
{
	return pd_calloc(1, sizeof(struct pd_xxh3));
}

void pd_xxh3_reset(struct pd_xxh3 *x)
{
	(void)x;
}

void pd_xxh3_add(struct pd_xxh3 *x, const void *data, size_t len)
{
	(void)x, (void)data, (void)len;
}

uint64_t pd_xxh3_sum(const struct pd_xxh3 *x)
{
	(void)x;
	return 0;
}

uint64_t pd_xxh3_of(const void *data, size_t len)
{
	(void)data, (void)len;
	return 0;
}
#endif

void pd_xxh3_free(struct pd_xxh3 *x)
{
	pd_free(x);
}
