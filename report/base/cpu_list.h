/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints sets of CPU numbers, such as "0-3,8". */

#include "base/out.h"

/*
 * Print @list, a CPU list in the kernel's format, with its ranges sorted, and with overlapping or
 * adjacent ranges joined. An empty list is printed as "-1". If @list is not a CPU list, print it
 * unchanged. If memory is exhausted, print nothing, and set o->err to ENOMEM.
 */
void cpu_list_print(struct out *o, const char *list);

/*
 * Print the indexes of the bits that are set in @words, an array of @nr_words words, as ranges
 * such as "0-3,8". Bit 0 is the lowest bit of the first word. At most @max characters are printed.
 */
void cpu_list_print_bits(struct out *o, const uint64_t *words, uint64_t nr_words, size_t max);
