/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sorting by numbers of 64 bits, such as addresses. */

#include <stdint.h>

struct radix_item {
	uint64_t key;
	uint32_t number; /* what has the key */
};

/*
 * Sort @nr items ascending by key, equal ones as they were. @spare has room for as many. Return:
 * where they are: @a or @spare.
 */
struct radix_item *radix_sort(struct radix_item *a, struct radix_item *spare, uint32_t nr);
