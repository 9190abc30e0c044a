/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads and prints the sets of CPUs in records. */

#include "base/out.h"

#include <pdata/pdata.h>

/*
 * Return an array with the numbers of the CPUs in @m, in the order of @m; -1 stands for any CPU.
 * Set *@nr to the number of elements. The caller frees the array with free(). Return: NULL if
 * memory is exhausted; *@nr is then 0.
 */
int32_t *cpu_map_list(const struct pdata_cpu_map *m, uint32_t *nr);

/* Print the numbers of the CPUs in @m as a list of ranges, such as "0-3,8". */
void cpu_map_print(struct out *o, const struct pdata_cpu_map *m);
