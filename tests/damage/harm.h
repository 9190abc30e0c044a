/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Ways to damage the bytes of a recording: each is a function of the bytes and a seed. */

#include <stddef.h>
#include <stdint.h>

/* Return the next number of the pseudo-random sequence with the state *@s. */
uint64_t harm_random(uint64_t *s);

/*
 * Damage the *@len bytes at @p in the way number @kind; *@len may become smaller. Return: name of
 * the way.
 */
const char *harm(uint8_t *p, size_t *len, unsigned kind, uint64_t *rng);
