/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * XXH3-64 with AVX2 for processors that have it: two to three times as fast for bytes that are in a
 * cache.
 */
#include "base/xxh3.h"

#if PD_XXH3_AVX2
#pragma GCC target("avx2")
#define XXH_INLINE_ALL
#include <xxhash.h>

void pd_xxh3_add_avx2(void *state, const void *data, size_t len)
{
	XXH3_64bits_update(state, data, len);
}
#endif
