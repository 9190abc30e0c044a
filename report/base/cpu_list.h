/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Prints sets of CPU numbers, such as "0-3,8". */

#include "base/out.h"

/*
 * Print @list, a CPU list in the kernel's format, sorted and with overlapping or adjacent ranges
 * joined; -1 for an empty list. Text that is no CPU list is printed as it is. If memory is
 * exhausted, o->err is ENOMEM.
 */
void cpu_list_print(struct out *o, const char *list);

/* Print the numbers of the bits that are set, in at most @max characters. */
void cpu_list_print_bits(struct out *o, const uint64_t *words, uint64_t nr_words, size_t max);
