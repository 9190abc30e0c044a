/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sorts items by 64-bit keys, such as addresses. */

#include <stdint.h>

struct radix_item {
	uint64_t key;
	uint32_t number; /* id of the item, set by the caller */
};

/*
 * Sort the @nr items at @a by key, lowest first; items with equal keys keep their order. @spare is
 * a second array, with room for @nr items. Return: the array that has the sorted items now: @a or
 * @spare.
 */
struct radix_item *radix_sort(struct radix_item *a, struct radix_item *spare, uint32_t nr);
