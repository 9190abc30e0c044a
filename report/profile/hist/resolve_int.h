/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Declares internal functions of this folder, which resolve addresses to locations: map, symbol and
 * source line.
 */

#include "profile/hist/resolve.h"

/*
 * Add the location @pl to @p. Return: the index of the new location in locations.all. If memory is
 * exhausted, locations_err() returns the error, and the result is 0, which is the index of another
 * location.
 */
uint32_t location_add(struct locations *p, const struct hist_location *pl);

/*
 * For hist_entries_resolve(): find the map of the hist entry with the index @entry, and set
 * hist_entry.sym to NULL and hist_entry_first.same to @entry. Messages about loading the kernel's
 * symbols are held in @p.
 */
void hist_entry_find_map(struct locations *p, struct hists *h, uint32_t entry);

/*
 * Find the class of location @pl (class: the locations that a call graph shows as one frame), and
 * add the class if it is new. @number is the index of @pl in locations.all. @level: if @pl is in a
 * list of location_inlines(), the position of @pl in this list, counted from the outermost
 * function, which has position 0 if @pl->frame is 0, otherwise position 1. If @pl is in no list,
 * @level is 0. Return: the index of the class in locations.classes; 0: memory is exhausted.
 */
uint32_t location_class_of(struct locations *p, const struct hist_location *pl, uint32_t number,
			   uint32_t level);
