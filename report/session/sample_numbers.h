/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * The numbers of samples by name: which fields of a sample each needs, and its value. Sort keys,
 * fields of script and filters ask here, so that all decode the same fields for the same number.
 */

#include <pdata/pdata.h>

enum sample_number {
#define SAMPLE_NUMBER(name, bits, value) SAMPLE_NUMBER_##name,
#include "session/sample_numbers.def"
	SAMPLE_NR_NUMBERS
};

/*
 * SAMPLE_BITS_name: PDATA_SAMPLE_ bits. A sample has the number name if it has at least one of
 * these bits.
 */
enum sample_bits {
#define SAMPLE_NUMBER(name, bits, value) SAMPLE_BITS_##name = bits,
#include "session/sample_numbers.def"
};

/*
 * Return the number @n of @s. If @s has none of the number's bits, the caller must have set the
 * member that the number is computed from.
 */
static inline uint64_t sample_number(const struct pdata_sample *s, enum sample_number n)
{
	switch (n) {
#define SAMPLE_NUMBER(name, bits, value)                                                           \
	case SAMPLE_NUMBER_##name:                                                                 \
		return value;
#include "session/sample_numbers.def"
	case SAMPLE_NR_NUMBERS:
		break;
	}
	return 0;
}
