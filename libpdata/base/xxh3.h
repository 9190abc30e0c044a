/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* XXH3-64 without a seed, the checksum in trailers. A build without xxhash cannot compute it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this build can compute the checksum. */
bool pd_xxh3_available(void);

/* The state of a checksum whose bytes are added piece by piece. */
struct pd_xxh3;

struct pd_xxh3 *pd_xxh3_new(void); /* NULL if memory is exhausted */
void pd_xxh3_free(struct pd_xxh3 *x);
void pd_xxh3_reset(struct pd_xxh3 *x);
void pd_xxh3_add(struct pd_xxh3 *x, const void *data, size_t len);
uint64_t pd_xxh3_sum(const struct pd_xxh3 *x);

uint64_t pd_xxh3_of(const void *data, size_t len);

/* Whether xxh3_avx2.c has code. The file sets its target by a pragma that only gcc knows. */
#if defined(HAVE_XXHASH) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PD_XXH3_AVX2 1
#else
#define PD_XXH3_AVX2 0
#endif

/* Add bytes to @state, an XXH3_state_t, with AVX2 instructions. */
void pd_xxh3_add_avx2(void *state, const void *data, size_t len);
