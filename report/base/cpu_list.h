/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sets of small numbers as text: "0-3,8". */

#include "base/out.h"

/*
 * A list as the kernel writes it, sorted and joined; -1 for the empty one; no list: as it is.
 * Without memory o->err is ENOMEM.
 */
void cpu_list_print(struct out *o, const char *list);

/* The bits that are set, in at most @max characters. */
void cpu_list_print_bits(struct out *o, const uint64_t *words, uint64_t nr_words, size_t max);
