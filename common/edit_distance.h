/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* The edit distance between a misspelt name and a known one. */

#include <limits.h>
#include <stddef.h>

#define PD_EDIT_LONGEST 64u /* length in bytes; longer names are not compared */

/*
 * Return the edit distance: how many bytes have to be deleted, inserted, replaced or exchanged
 * with their neighbour to turn the @la bytes at @a into the @lb bytes at @b. If one of the two
 * names is longer than PD_EDIT_LONGEST, return INT_MAX.
 */
int pd_edit_distance(const char *a, size_t la, const char *b, size_t lb);
