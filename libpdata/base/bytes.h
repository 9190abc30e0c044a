/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Loads and stores unaligned integers in either byte order. libpdata reads all integers of
 * recordings with these functions. @swap: the integer is not in the host's byte order.
 */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PD_NR(a) (sizeof(a) / sizeof((a)[0])) /* number of elements of the array a */

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PD_HOST_BE 1
#else
#define PD_HOST_BE 0
#endif

#define PD_ALIGN8(x) (((x) + 7) & ~(__typeof__(x))7)

static inline uint16_t pd_ld16(const void *p, int swap)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t pd_ld32(const void *p, int swap)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t pd_ld64(const void *p, int swap)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap64(v) : v;
}

/* Load an unsigned integer of @bytes bytes (1, 2, 4 or 8) from @p. */
static inline uint64_t pd_ldn(const uint8_t *p, unsigned int bytes, int swap)
{
	switch (bytes) {
	case 1:
		return *p;
	case 2:
		return pd_ld16(p, swap);
	case 4:
		return pd_ld32(p, swap);
	default:
		return pd_ld64(p, swap);
	}
}

static inline void pd_st16(void *p, uint16_t v, int swap)
{
	v = swap ? __builtin_bswap16(v) : v;
	memcpy(p, &v, sizeof(v));
}

static inline void pd_st32(void *p, uint32_t v, int swap)
{
	v = swap ? __builtin_bswap32(v) : v;
	memcpy(p, &v, sizeof(v));
}

static inline void pd_st64(void *p, uint64_t v, int swap)
{
	v = swap ? __builtin_bswap64(v) : v;
	memcpy(p, &v, sizeof(v));
}

/* Store @v as an integer of @bytes bytes (1, 2, 4 or 8) at @p. */
static inline void pd_stn(uint8_t *p, uint64_t v, unsigned int bytes, int swap)
{
	switch (bytes) {
	case 1:
		*p = (uint8_t)v;
		break;
	case 2:
		pd_st16(p, (uint16_t)v, swap);
		break;
	case 4:
		pd_st32(p, (uint32_t)v, swap);
		break;
	default:
		pd_st64(p, v, swap);
		break;
	}
}

static inline int pd_all_zero(const uint8_t *p, size_t n)
{
	while (n && !*p)
		p++, n--;
	return !n;
}

/*
 * Convert a word of C bit-fields between little-endian machines, where fields begin at the lowest
 * bit, and big-endian machines, where fields begin at the highest bit. @from_be: 1: @word has the
 * layout of a big-endian machine; 0: of a little-endian machine. @widths: the width of each field
 * in bits, first field first, ended by 0; the bits that @widths does not cover are one more field.
 */
uint64_t pd_mirror(uint64_t word, unsigned word_bits, const uint8_t *widths, int from_be);

/*
 * widths in bits of the flags of perf_event_attr: precise_ip has two bits, each other flag has one
 */
extern const uint8_t pd_attr_widths[];
/* widths in bits of the bit-fields of struct perf_branch_entry */
extern const uint8_t pd_branch_widths[];
/* widths for words whose fields have one bit each, such as aux_action: all are 1 */
extern const uint8_t pd_single_widths[];
