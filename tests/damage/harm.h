/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Ways to damage the bytes of a recording: each is a function of the bytes and a seed. */

#include <stddef.h>
#include <stdint.h>

/* The next of a sequence of numbers that *s alone decides. */
uint64_t harm_random(uint64_t *s);

/* Damage *len bytes at p in the way that kind stands for; *len may become less. Return: what it is called. */
const char *harm(uint8_t *p, size_t *len, unsigned kind, uint64_t *rng);
