/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Sets of cpus in records. */

#include "base/out.h"

#include <pdata/pdata.h>

/*
 * The CPUs of @m in its order, -1 for any CPU. The caller frees the list. Return: NULL when memory
 * is exhausted.
 */
int32_t *cpu_map_list(const struct pdata_cpu_map *m, uint32_t *nr);

/* "0-3,8" */
void cpu_map_print(struct out *o, const struct pdata_cpu_map *m);
