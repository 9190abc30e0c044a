/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Resolves addresses: finds the map, the object and the symbol of an address, for one thread at one
 * time. No other source file of the program looks up maps or symbols by address.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>

struct symbols;

/* A resolved address: perf's addr_location. */
struct location {
	const struct pdata_map *map; /* map that covers the address; NULL: no map does */
	const struct sym *sym;	     /* symbol that covers the address; NULL: no symbol does */
	uint64_t addr;		     /* address in the object; if @map is NULL, address in memory */
};

/* The thread and the time for which an address is resolved. */
struct resolve_ctx {
	const struct pdata_mapset *maps; /* user maps of the thread; NULL: not known */
	uint64_t time, seq;		 /* time for kernel maps, see pdata_tasks_at() */
};

/* Return: the map of @maps that covers @addr; NULL: no map covers @addr, or @maps is NULL. */
static inline const struct pdata_map *resolve_user_map(const struct pdata_mapset *maps,
						       uint64_t addr)
{
	return maps ? pdata_mapset_find(maps, addr) : NULL;
}

/*
 * Find the user maps of the @nr addresses in @at. One call for several addresses is faster than one
 * call for each.
 */
static inline void resolve_user_maps(struct pdata_map_at *at, uint32_t nr)
{
	pdata_mapset_find_many(at, nr);
}

/*
 * Return: the recorded map that covers @addr under @cpumode, without loading symbols; NULL: no map
 * covers @addr. For cpumodes of guests and of the hypervisor, always NULL, because a recording of
 * the host does not have their maps.
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
 * Return: the map that covers @addr under @cpumode; NULL: no map does. The recorded map of the
 * kernel covers only its text. If no recorded map covers a kernel address, load the symbols of the
 * kernel; if the address is in the range of these symbols, return the map of the kernel.
 */
const struct pdata_map *resolve_map(struct symbols *s, const struct resolve_ctx *at,
				    uint32_t cpumode, uint64_t addr);

/* Set @l to the map, the address in the object and the symbol of @addr under @cpumode. */
void resolve_address(struct symbols *s, const struct resolve_ctx *at, uint32_t cpumode,
		     uint64_t addr, struct location *l);

/* Return: the symbol that covers the address @addr in the object @obj; NULL: no symbol does. */
const struct sym *resolve_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr);

/* The memory address of address 0 of an object. */
enum object_base {
	OBJECT_BASE_ZERO, /* 0: addresses in the object are memory addresses */
	OBJECT_BASE_MAP,  /* the start of the object's map */
	OBJECT_BASE_FILE  /* the start of the map minus the map's offset in the file */
};

enum object_base resolve_object_base(const struct pdata_object *obj);

/* Return: memory address minus address in the object, for an object with map @m and base @base. */
static inline uint64_t resolve_shift(enum object_base base, const struct pdata_map *m)
{
	return base == OBJECT_BASE_ZERO	 ? 0
	       : base == OBJECT_BASE_MAP ? m->start
					 : m->start - m->pgoff;
}

/* Return: the memory address @ip, in the map @m, converted to an address in the object. */
uint64_t resolve_object_addr(const struct pdata_map *m, uint64_t ip);

/* Return: @addr, an address in the object of map @m, converted to a memory address. */
uint64_t resolve_memory_addr(const struct pdata_map *m, uint64_t addr);
