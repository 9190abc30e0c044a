/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Resolves addresses: finds the map, object and symbol to which an address of a thread belongs at
 * a time. No other file of the program looks up maps or symbols by address.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>

struct symbols;

/* A resolved address: perf's addr_location. */
struct location {
	const struct pdata_map *map; /* NULL: nothing is mapped there */
	const struct sym *sym;	     /* NULL: no symbol covers it */
	uint64_t addr;		     /* address in the object; without a map the address given */
};

/* The thread and time at which an address is resolved. */
struct resolve_ctx {
	const struct pdata_mapset *maps; /* user maps of the thread; NULL: not known */
	uint64_t time, seq;		 /* select kernel maps, as in pdata_tasks_at() */
};

/* Return: the user map that covers @addr, or NULL. */
static inline const struct pdata_map *resolve_user_map(const struct pdata_mapset *maps,
						       uint64_t addr)
{
	return maps ? pdata_mapset_find(maps, addr) : NULL;
}

/* Find the user maps of several addresses, which is faster than one at a time. */
static inline void resolve_user_maps(struct pdata_map_at *at, uint32_t nr)
{
	pdata_mapset_find_many(at, nr);
}

/*
 * Return: the recorded map that covers @addr under @cpumode, or NULL. Symbols are not loaded.
 * Guests and the hypervisor have no maps in a recording of the host.
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
 * Return: the map that covers @addr under @cpumode, or NULL. The recorded map of the kernel covers
 * only its text. If no map covers a kernel address, the kernel's symbols are loaded, and extend
 * that map.
 */
const struct pdata_map *resolve_map(struct symbols *s, const struct resolve_ctx *at,
				    uint32_t cpumode, uint64_t addr);

/* Resolve @addr: get its map, its address in the object and its symbol. */
void resolve_address(struct symbols *s, const struct resolve_ctx *at, uint32_t cpumode,
		     uint64_t addr, struct location *l);

/* Return: the symbol that covers address @addr of the object, or NULL. */
const struct sym *resolve_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr);

/* Where address 0 of an object is in memory, which depends on the object alone. */
enum object_base {
	OBJECT_BASE_ZERO, /* at address 0: addresses in the object are those in memory */
	OBJECT_BASE_MAP,  /* at the start of the object's map */
	OBJECT_BASE_FILE  /* at the start of the map minus the map's offset in the file */
};

enum object_base resolve_object_base(const struct pdata_object *obj);

/* Return: the address in memory minus the address in the object, which has base @base. */
static inline uint64_t resolve_shift(enum object_base base, const struct pdata_map *m)
{
	return base == OBJECT_BASE_ZERO	 ? 0
	       : base == OBJECT_BASE_MAP ? m->start
					 : m->start - m->pgoff;
}

/* Return: the address in the object of @ip, an address in memory. */
uint64_t resolve_object_addr(const struct pdata_map *m, uint64_t ip);

/* Return: the address in memory of @addr, an address in the object. */
uint64_t resolve_memory_addr(const struct pdata_map *m, uint64_t addr);
