/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * Return the unsigned integer that is stored in the @size bytes (at most 8) at @p, which need not
 * be aligned. @swap: the byte order of the integer is not the byte order of the host.
 */
static inline uint64_t rep_number(const uint8_t *p, unsigned size, bool swap)
{
	uint64_t v = 0;
	uint32_t four;

	if (size == 8) {
		memcpy(&v, p, sizeof(v));
		return swap ? __builtin_bswap64(v) : v;
	}
	if (size == 4) {
		memcpy(&four, p, sizeof(four));
		return swap ? __builtin_bswap32(four) : four;
	}
	for (unsigned i = 0; i < size; i++) {
		unsigned at = (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) != swap ? i
										  : size - 1 - i;

		v |= (uint64_t)p[i] << (8 * at);
	}
	return v;
}
