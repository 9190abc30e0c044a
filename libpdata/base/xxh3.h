/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Computes XXH3-64 checksums without a seed, if the build has xxhash. Trailers contain these
 * checksums.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return whether this build can compute XXH3 checksums. */
bool pd_xxh3_available(void);

/* The state of an XXH3 checksum to which bytes are added piece by piece. */
struct pd_xxh3;

struct pd_xxh3 *pd_xxh3_new(void); /* NULL: memory is exhausted */
void pd_xxh3_free(struct pd_xxh3 *x);
void pd_xxh3_reset(struct pd_xxh3 *x);
void pd_xxh3_add(struct pd_xxh3 *x, const void *data, size_t len);
uint64_t pd_xxh3_sum(const struct pd_xxh3 *x);

uint64_t pd_xxh3_of(const void *data, size_t len);

/*
 * 1: the source file xxh3_avx2.c has code; 0: it is empty. It is empty if the build lacks xxhash,
 * if the machine is not an x86-64, or if the compiler is not gcc, because only gcc knows the pragma
 * in the file
 */
#if defined(HAVE_XXHASH) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define PD_XXH3_AVX2 1
#else
#define PD_XXH3_AVX2 0
#endif

/* Add the @len bytes at @data to the checksum @state, an XXH3_state_t, with AVX2 instructions. */
void pd_xxh3_add_avx2(void *state, const void *data, size_t len);
