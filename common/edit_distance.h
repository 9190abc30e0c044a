/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* How far a misspelt name is from a known one. */

#include <limits.h>
#include <stddef.h>

#define PD_EDIT_LONGEST 64u /* bytes of names that are compared */

/*
 * How many characters of the @la bytes at @a are left out, put in, changed or exchanged with their
 * neighbour in the @lb bytes at @b; INT_MAX where one is longer than PD_EDIT_LONGEST.
 */
int pd_edit_distance(const char *a, size_t la, const char *b, size_t lb);
