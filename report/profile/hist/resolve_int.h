/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Functions shared by the files that make locations. */

#include "profile/hist/resolve.h"

/* The number of the new location. Without memory 0, which is another's. */
uint32_t location_add(struct locations *p, const struct hist_location *pl);

/*
 * The class of location @number, which is @pl; 0 without memory. @level: of a function that is
 * inlined how many are inside it, else 0.
 */
uint32_t location_class_of(struct locations *p, const struct hist_location *pl, uint32_t number,
			   uint32_t level);
