/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Words of a message that depend on a number in it: "1 sample is", "2 samples are". */

#include <stdint.h>

/* Return @one if @nr is 1, otherwise @many. */
static inline const char *pd_one_or_many(uint64_t nr, const char *one, const char *many)
{
	return nr == 1 ? one : many;
}

/* Return the ending of a noun behind the number @nr. */
static inline const char *pd_plural(uint64_t nr)
{
	return pd_one_or_many(nr, "", "s");
}
