/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Gives access to the integer values of a sample by name: the sample fields from which a value is
 * computed, and the value itself. Sort keys, fields of pdata script and filters all use these
 * functions, so that they decode the same fields for the same value.
 */

#include <pdata/pdata.h>

enum sample_number {
#define SAMPLE_NUMBER(name, bits, value) SAMPLE_NUMBER_##name,
#include "session/sample_numbers.def"
	SAMPLE_NR_NUMBERS
};

/*
 * The constant SAMPLE_BITS_<name> is a mask of PDATA_SAMPLE_ bits. A sample has the value with
 * this name if at least one of these bits is set in pdata_sample.have.
 */
enum sample_bits {
#define SAMPLE_NUMBER(name, bits, value) SAMPLE_BITS_##name = bits,
#include "session/sample_numbers.def"
};

/*
 * Return the value @n of the sample @s. The function does not check whether the sample has the
 * value (see SAMPLE_BITS_), but always computes the result from the members of @s that hold the
 * value, such as @s->ip for the value ip. The caller must have set these members, even if the
 * sample lacks the value.
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
