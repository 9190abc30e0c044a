/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/* Reads which cores, NUMA nodes, caches, memory blocks and PMUs this machine has. */

#include <pdata/pdata.h>

#include <stdbool.h>
#include <stdint.h>

struct rec_arena;

bool rec_host_cpu_topology(struct rec_arena *a, struct pdata_cpu_topology *t, uint32_t nr_cpus);
bool rec_host_numa(struct rec_arena *a, struct pdata_numa_topology *t);
bool rec_host_cache(struct rec_arena *a, struct pdata_cache *c, uint32_t nr_cpus);
bool rec_host_mem(struct rec_arena *a, struct pdata_mem_topology *m);
bool rec_host_pmus(struct rec_arena *a, struct pdata_pmu_mappings *p);

enum rec_cpu_group { REC_GROUP_CPU, REC_GROUP_CORE, REC_GROUP_PACKAGE, REC_GROUP_NODE };

/*
 * Store in *@cpus the CPUs in the same group (core, package or NUMA node, as @kind says) as @cpu.
 * If @kind is REC_GROUP_CPU, or if the group is not known, store only @cpu.
 */
void rec_host_cpus_in_group(struct rec_arena *a, int cpu, enum rec_cpu_group kind, int **cpus,
			    uint32_t *nr);
