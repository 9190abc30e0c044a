/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sorts by 64-bit numbers, such as addresses. */

#include <stdint.h>

struct radix_item {
	uint64_t key;
	uint32_t number; /* number of the item that has the key */
};

/*
 * Sort @nr items by key, lowest first; equal items keep their order. @spare has room for as many
 * items. Return: where the sorted items are: @a or @spare.
 */
struct radix_item *radix_sort(struct radix_item *a, struct radix_item *spare, uint32_t nr);
