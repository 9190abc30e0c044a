/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Declares the functions that the files of this folder share to make locations. */

#include "profile/hist/resolve.h"

/*
 * Add a location. Return: its number. If memory is exhausted, return 0, although 0 is the number of
 * another location.
 */
uint32_t location_add(struct locations *p, const struct hist_location *pl);

/*
 * Return the class of location @pl with number @number; 0 if memory is exhausted. @level: for an
 * inlined function, the number of functions inlined into it at this address; else 0.
 */
uint32_t location_class_of(struct locations *p, const struct hist_location *pl, uint32_t number,
			   uint32_t level);
