/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Resolves addresses: which map, object and symbol an address of a thread belongs to at a time. No
 * other file of the program looks up maps or symbols by address.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>

struct symbols;

/* A resolved address: perf's addr_location. */
struct location {
	const struct pdata_map *map; /* NULL: nothing is mapped there */
	const struct sym *sym;	     /* NULL: no name */
	uint64_t addr;		     /* in the object's own numbers; without a map as it came */
};

/* Whose address it is, and when. */
struct resolve_ctx {
	const struct pdata_mapset *maps; /* the user maps of the thread; NULL: not known */
	uint64_t time, seq; /* for maps of the kernel: as pdata_tasks_at() takes them */
};

/* The user map that covers @addr, or NULL. */
static inline const struct pdata_map *resolve_user_map(const struct pdata_mapset *maps,
						       uint64_t addr)
{
	return maps ? pdata_mapset_find(maps, addr) : NULL;
}

/*
 * The recorded map that covers @addr under @cpumode, or NULL. No symbols are loaded. Guests and the
 * hypervisor have no maps in a recording of the host.
 */
static inline const struct pdata_map *resolve_recorded_map(const struct pdata_tasks *tasks,
							   const struct resolve_ctx *at,
							   uint32_t cpumode, uint64_t addr)
{
	if (cpumode == PDATA_CPUMODE_KERNEL)
		return pdata_tasks_kernel_map(tasks, addr, at->time, at->seq);
	return cpumode == PDATA_CPUMODE_USER ? resolve_user_map(at->maps, addr) : NULL;
}

/*
 * The map that covers @addr under @cpumode, or NULL. The kernel's map is recorded with its text
 * only: its symbols, which are loaded for a kernel address that no map covers, make it reach
 * further.
 */
const struct pdata_map *resolve_map(struct symbols *s, const struct resolve_ctx *at,
				    uint32_t cpumode, uint64_t addr);

/* Map, address in the object and symbol of @addr. */
void resolve_address(struct symbols *s, const struct resolve_ctx *at, uint32_t cpumode,
		     uint64_t addr, struct location *l);

/* The symbol that covers @addr, in the object's own numbers, or NULL. */
const struct sym *resolve_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr);

/* The address in the object's own numbers of @ip in memory. */
uint64_t resolve_object_addr(const struct pdata_map *m, uint64_t ip);

/* The address in memory of @addr in the object's own numbers. */
uint64_t resolve_memory_addr(const struct pdata_map *m, uint64_t addr);
