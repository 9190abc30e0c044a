/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts the three encodings of a CPU_MAP record (list, mask, range) to a list of CPUs, and
 * prints the list as ranges.
 */
#include "session/cpu_map.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>

struct list {
	int32_t *cpus; /* NULL: memory is exhausted */
	uint32_t nr;
};

static void add_cpu(struct list *l, int32_t cpu)
{
	int32_t *cpus = l->cpus ? mem_grow(l->cpus, l->nr + 1u, sizeof(*cpus)) : NULL;

	if (!cpus)
		free(l->cpus);
	l->cpus = cpus;
	if (cpus)
		cpus[l->nr++] = cpu;
}

static void add_mask(struct list *l, uint64_t word, uint64_t first, unsigned bits)
{
	for (unsigned b = 0; b < bits; b++)
		if (word >> b & 1)
			add_cpu(l, (int32_t)(first + b));
}

int32_t *cpu_map_list(const struct pdata_cpu_map *m, uint32_t *nr)
{
	struct list l = { mem_alloc(1, sizeof(*l.cpus)), 0 };

	for (uint64_t i = 0; m->type == PDATA_CPU_MAP_CPUS && i < m->cpus.nr; i++) {
		uint16_t cpu = pdata_u16_at(&m->cpus, i);

		add_cpu(&l, cpu == UINT16_MAX ? -1 : cpu);
	}
	if (m->type == PDATA_CPU_MAP_MASK) {
		for (uint64_t i = 0; i < m->mask32.nr; i++)
			add_mask(&l, pdata_u32_at(&m->mask32, i), i * 32, 32);
		for (uint64_t i = 0; i < m->mask64.nr; i++)
			add_mask(&l, pdata_u64_at(&m->mask64, i), i * 64, 64);
	}
	if (m->type == PDATA_CPU_MAP_RANGE) {
		if (m->any_cpu)
			add_cpu(&l, -1);
		for (int32_t cpu = m->start_cpu; cpu <= m->end_cpu; cpu++)
			add_cpu(&l, cpu);
	}
	*nr = l.cpus ? l.nr : 0;
	return l.cpus;
}

void cpu_map_print(struct out *o, const struct pdata_cpu_map *m)
{
	uint32_t nr, end;
	int32_t *cpus = cpu_map_list(m, &nr);

	if (!cpus) {
		if (!o->err)
			o->err = ENOMEM;
		return;
	}
	for (uint32_t i = 0; i < nr; i = end) {
		for (end = i + 1; end < nr && cpus[end] == cpus[end - 1] + 1;)
			end++;
		out_printf(o, "%s%d", i ? "," : "", (int)cpus[i]);
		if (end > i + 1)
			out_printf(o, "-%d", (int)cpus[end - 1]);
	}
	free(cpus);
}
