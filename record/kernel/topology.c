/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads CPU, cache, NUMA and memory topology and the list of PMUs from sysfs for the header
 * features.
 */
#include "kernel/topology.h"
#include "base/util.h"
#include "cli/numbers.h"
#include "kernel/pmu.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU_DIR "/sys/devices/system/cpu"
#define NODE_DIR "/sys/devices/system/node"
#define PMU_DIR "/sys/bus/event_source/devices"

static void add_once(struct rec_arena *a, struct pdata_strlist *l, const char *s)
{
	if (!s)
		return;
	for (uint32_t i = 0; i < l->nr; i++)
		if (!strcmp(l->str[i], s))
			return;
	uint32_t at = l->nr;

	l->str = rec_push(a, l->str, &l->nr, sizeof(*l->str));
	l->str[at] = s;
}

static const char *cpu_line(struct rec_arena *a, uint32_t cpu, const char *name, const char *older)
{
	char path[128];

	snprintf(path, sizeof(path), CPU_DIR "/cpu%u/topology/%s", cpu, name);
	const char *s = rec_read_line(a, path);

	if (s || !older)
		return s;
	snprintf(path, sizeof(path), CPU_DIR "/cpu%u/topology/%s", cpu, older);
	return rec_read_line(a, path);
}

static uint32_t cpu_number(uint32_t cpu, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), CPU_DIR "/cpu%u/topology/%s", cpu, name);
	return (uint32_t)rec_read_number(path, -1); /* perf writes -1 too for an offline CPU */
}

bool rec_host_cpu_topology(struct rec_arena *a, struct pdata_cpu_topology *t, uint32_t nr_cpus)
{
	*t = (struct pdata_cpu_topology){ .nr_cpus = nr_cpus, .nr_die_ids = nr_cpus };
	t->cpus = rec_alloc(a, nr_cpus * sizeof(*t->cpus));
	t->die_ids = rec_alloc(a, nr_cpus * sizeof(*t->die_ids));
	for (uint32_t c = 0; c < nr_cpus; c++) {
		add_once(a, &t->cores, cpu_line(a, c, "package_cpus_list", "core_siblings_list"));
		add_once(a, &t->threads, cpu_line(a, c, "core_cpus_list", "thread_siblings_list"));
		add_once(a, &t->dies, cpu_line(a, c, "die_cpus_list", NULL));
		t->cpus[c].core_id = cpu_number(c, "core_id");
		t->cpus[c].socket_id = cpu_number(c, "physical_package_id");
		t->die_ids[c] = cpu_number(c, "die_id");
	}
	if (!t->dies.nr)
		t->nr_die_ids = 0;
	return t->cores.nr && t->threads.nr;
}

/* Return the number after @key, "MemTotal:", in the text of a node's meminfo; 0 if it lacks it. */
static uint64_t node_kb(const char *text, const char *key)
{
	const char *s = strstr(text, key);

	return s ? strtoull(s + strlen(key), NULL, 10) : 0;
}

bool rec_host_numa(struct rec_arena *a, struct pdata_numa_topology *t)
{
	const char *online = rec_read_line(a, NODE_DIR "/online");
	int *nodes;
	uint32_t nr;

	*t = (struct pdata_numa_topology){ 0 };
	if (!online || rec_parse_cpu_list(a, online, &nodes, &nr))
		return false;
	t->nodes = rec_alloc(a, nr * sizeof(*t->nodes));
	for (uint32_t i = 0; i < nr; i++) {
		const char *text =
			rec_read_all(a, rec_printf(a, NODE_DIR "/node%d/meminfo", nodes[i]), NULL);
		const char *cpus =
			rec_read_line(a, rec_printf(a, NODE_DIR "/node%d/cpulist", nodes[i]));

		if (!text)
			continue;
		t->nodes[t->nr++] =
			(struct pdata_numa_node){ (uint32_t)nodes[i], node_kb(text, "MemTotal:"),
						  node_kb(text, "MemFree:"), cpus ? cpus : "" };
	}
	return t->nr > 0;
}

void rec_host_cpus_in_group(struct rec_arena *a, int cpu, enum rec_cpu_group kind, int **cpus,
			    uint32_t *nr)
{
	const char *list = NULL;
	struct pdata_numa_topology numa;

	if (kind == REC_GROUP_CORE)
		list = cpu_line(a, (uint32_t)cpu, "core_cpus_list", "thread_siblings_list");
	if (kind == REC_GROUP_PACKAGE)
		list = cpu_line(a, (uint32_t)cpu, "package_cpus_list", "core_siblings_list");
	if (list && !rec_parse_cpu_list(a, list, cpus, nr))
		return;
	for (uint32_t i = 0; kind == REC_GROUP_NODE && rec_host_numa(a, &numa) && i < numa.nr; i++)
		if (!rec_parse_cpu_list(a, numa.nodes[i].cpus, cpus, nr))
			for (uint32_t k = 0; k < *nr; k++)
				if ((*cpus)[k] == cpu)
					return;
	*cpus = rec_alloc(a, sizeof(**cpus));
	**cpus = cpu;
	*nr = 1;
}

static bool same_cache(const struct pdata_cache_level *x, const struct pdata_cache_level *y)
{
	return x->level == y->level && x->line_size == y->line_size && x->sets == y->sets &&
	       x->ways == y->ways && !strcmp(x->type, y->type) && !strcmp(x->size, y->size) &&
	       !strcmp(x->map, y->map);
}

static bool read_cache(struct rec_arena *a, uint32_t cpu, uint32_t index,
		       struct pdata_cache_level *c)
{
	const char *dir = rec_printf(a, CPU_DIR "/cpu%u/cache/index%u", cpu, index);
	int64_t level = rec_read_number(rec_printf(a, "%s/level", dir), -1);

	if (level < 0)
		return false;
	c->level = (uint32_t)level;
	c->line_size = (uint32_t)rec_read_number(rec_printf(a, "%s/coherency_line_size", dir), 0);
	c->sets = (uint32_t)rec_read_number(rec_printf(a, "%s/number_of_sets", dir), 0);
	c->ways = (uint32_t)rec_read_number(rec_printf(a, "%s/ways_of_associativity", dir), 0);
	c->type = rec_read_line(a, rec_printf(a, "%s/type", dir));
	c->size = rec_read_line(a, rec_printf(a, "%s/size", dir));
	c->map = rec_read_line(a, rec_printf(a, "%s/shared_cpu_list", dir));
	return c->type && c->size && c->map;
}

static int by_level(const void *x, const void *y)
{
	const struct pdata_cache_level *a = x, *b = y;

	return (a->level > b->level) - (a->level < b->level);
}

bool rec_host_cache(struct rec_arena *a, struct pdata_cache *c, uint32_t nr_cpus)
{
	*c = (struct pdata_cache){ .version = 1 };
	for (uint32_t cpu = 0; cpu < nr_cpus; cpu++)
		for (uint32_t index = 0; index < 10; index++) {
			struct pdata_cache_level level;
			bool have = false;

			if (!read_cache(a, cpu, index, &level))
				break;
			for (uint32_t i = 0; i < c->nr && !have; i++)
				have = same_cache(&c->caches[i], &level);
			if (have)
				continue;
			uint32_t at = c->nr;

			c->caches = rec_push(a, c->caches, &c->nr, sizeof(*c->caches));
			c->caches[at] = level;
		}
	if (c->nr)
		qsort(c->caches, c->nr, sizeof(*c->caches), by_level);
	return c->nr > 0;
}

/*
 * Read the numbers of the entries PREFIXn of a directory and set their bits in @bits, if it is not
 * NULL. Return: the largest number plus 1, or 0 if there is no such entry.
 */
static uint64_t numbered(DIR *d, const char *prefix, uint64_t *bits, uint64_t nr_words)
{
	size_t len = strlen(prefix);
	struct dirent *e;
	uint64_t n, max = 0;

	rewinddir(d);
	while ((e = readdir(d))) {
		if (strncmp(e->d_name, prefix, len) || cli_parse_u64(e->d_name + len, 10, &n) ||
		    n >= 1u << 24)
			continue;
		if (bits && n / 64 < nr_words)
			bits[n / 64] |= UINT64_C(1) << n % 64;
		if (n + 1 > max)
			max = n + 1;
	}
	return max;
}

bool rec_host_mem(struct rec_arena *a, struct pdata_mem_topology *m)
{
	const char *block = rec_read_line(a, "/sys/devices/system/memory/block_size_bytes");
	const char *online = rec_read_line(a, NODE_DIR "/online");
	int *nodes;
	uint32_t nr;

	*m = (struct pdata_mem_topology){ .version = 1 };
	if (!block || cli_parse_u64(block, 16, &m->block_size) || !online ||
	    rec_parse_cpu_list(a, online, &nodes, &nr))
		return false;
	m->nodes = rec_alloc(a, nr * sizeof(*m->nodes));
	for (uint32_t i = 0; i < nr; i++) {
		DIR *d = opendir(rec_printf(a, NODE_DIR "/node%d", nodes[i]));

		if (!d)
			continue;
		struct pdata_mem_node *n = &m->nodes[m->nr++];

		n->node = (uint64_t)nodes[i];
		n->size = n->nbits = numbered(d, "memory", NULL, 0);
		n->nr_words = (n->nbits + 63) / 64;
		n->bits = rec_alloc(a, n->nr_words * sizeof(*n->bits));
		numbered(d, "memory", n->bits, n->nr_words);
		closedir(d);
	}
	return m->nr > 0;
}

bool rec_host_pmus(struct rec_arena *a, struct pdata_pmu_mappings *p)
{
	DIR *d = opendir(PMU_DIR);
	struct dirent *e;

	*p = (struct pdata_pmu_mappings){ 0 };
	if (!d)
		return false;
	while ((e = readdir(d))) {
		struct rec_pmu pmu;

		if (rec_pmu_find(a, e->d_name, strlen(e->d_name), &pmu))
			continue;
		uint32_t at = p->nr;

		p->pmus = rec_push(a, p->pmus, &p->nr, sizeof(*p->pmus));
		p->pmus[at] = (struct pdata_pmu_mapping){ pmu.type, pmu.name };
	}
	closedir(d);
	return p->nr > 0;
}
