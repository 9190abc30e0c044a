/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Gives access to the numbers of a sample by name: the sample fields that each number needs, and
 * its value. Sort keys, fields of pdata script and filters all use these functions, so that they
 * decode the same fields for the same number.
 */

#include <pdata/pdata.h>

enum sample_number {
#define SAMPLE_NUMBER(name, bits, value) SAMPLE_NUMBER_##name,
#include "session/sample_numbers.def"
	SAMPLE_NR_NUMBERS
};

/*
 * SAMPLE_BITS_name is a set of PDATA_SAMPLE_ bits. A sample has the number called name if it has at
 * least one of these bits.
 */
enum sample_bits {
#define SAMPLE_NUMBER(name, bits, value) SAMPLE_BITS_##name = bits,
#include "session/sample_numbers.def"
};

/*
 * Return the value of number @n of sample @s. If @s has none of the SAMPLE_BITS_ of the number, the
 * caller must have set the member of @s from which the number is computed.
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
