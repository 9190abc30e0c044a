/* SPDX-License-Identifier: BSD-2-Clause */
#pragma once

/*
 * Resolves addresses: finds the map, the object and the symbol of an address, by the maps that a
 * thread had at a given time. No other source file of the program looks up maps or symbols by
 * address.
 */

#include "object/elf/sym_table.h"

#include <pdata/tasks.h>

struct symbols;

/* An address with the map and symbol that were found for it, as perf's struct addr_location. */
struct location {
	const struct pdata_map *map; /* map that covers the address; NULL: no map covers it */
	/* symbol that covers the resolved address; NULL: no symbol covers the address */
	const struct sym *sym;
	/*
	 * the resolved address, as an address of the symbol table of @map->object, see
	 * resolve_object_base(); if @map is NULL, the memory address that was resolved
	 */
	uint64_t addr;
};

/* The thread and the time for which an address is resolved. */
struct resolve_ctx {
	const struct pdata_mapset *maps; /* user maps of the thread at @time; NULL: not known */
	/*
	 * time in ns and pdata_record.seq of the record with the address; pdata_tasks_kernel_map()
	 * uses both to choose the kernel maps
	 */
	uint64_t time, seq;
};

/* Return: the map of @maps that covers @addr; NULL: no map covers @addr, or @maps is NULL. */
static inline const struct pdata_map *resolve_user_map(const struct pdata_mapset *maps,
						       uint64_t addr)
{
	return maps ? pdata_mapset_find(maps, addr) : NULL;
}

/*
 * For each of the @nr elements of @at, find the user map that covers the address in the element,
 * and set the output members of the element. One call for several addresses is faster than one
 * call for each address.
 */
static inline void resolve_user_maps(struct pdata_map_at *at, uint32_t nr)
{
	pdata_mapset_find_many(at, nr);
}

/*
 * Return: the map from the recording that covers the memory address @addr; NULL: no map covers it.
 * @cpumode decides whether kernel maps or user maps are searched. For cpumodes of guests and of
 * the hypervisor, the result is always NULL, because a recording of the host does not have their
 * maps. The function loads no symbols.
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
 * Return: the map that covers the memory address @addr; NULL: no map covers it. @cpumode decides
 * whether kernel maps or user maps are searched. The recorded map of the kernel covers only the
 * kernel's text. Therefore, if no recorded map covers a kernel address, the function loads the
 * symbols of the kernel and returns the map of the kernel if @addr is in the address range of
 * these symbols.
 */
const struct pdata_map *resolve_map(struct symbols *s, const struct resolve_ctx *at,
				    uint32_t cpumode, uint64_t addr);

/*
 * Set all members of @l for the memory address @addr: the map and the symbol that cover it, and the
 * address in the object. @cpumode decides whether kernel maps or user maps are searched. The
 * symbols of the map's object are loaded if necessary.
 */
void resolve_address(struct symbols *s, const struct resolve_ctx *at, uint32_t cpumode,
		     uint64_t addr, struct location *l);

/*
 * Return: the symbol of @obj that covers @addr, an address from resolve_object_addr(); NULL: no
 * symbol covers it.
 */
const struct sym *resolve_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr);
/*
 * Return: the result of resolve_sym(); if this result is NULL, the result of symbols_unstored().
 * Use this function for an address that may be no sampled address, because a recording may store
 * only the symbols of the sampled addresses.
 */
const struct sym *resolve_any_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr);

/*
 * The kind of the addresses in the symbol table of an object. Each constant stands for a base. The
 * memory address of a symbol is the sum of this base and the symbol's address in the table.
 */
enum object_base {
	OBJECT_BASE_ZERO, /* the symbol table has memory addresses; the base is 0 */
	/* the symbol table has offsets from the base; the base is the start of the object's map */
	OBJECT_BASE_MAP,
	/* the symbol table has file offsets; the base is start minus pgoff of the object's map */
	OBJECT_BASE_FILE
};

enum object_base resolve_object_base(const struct pdata_object *obj);

/*
 * Return: the number that is added to an address of an object's symbol table to get the memory
 * address. @base: resolve_object_base() of the object; @m: a map of the object.
 */
static inline uint64_t resolve_shift(enum object_base base, const struct pdata_map *m)
{
	return base == OBJECT_BASE_ZERO	 ? 0
	       : base == OBJECT_BASE_MAP ? m->start
					 : m->start - m->pgoff;
}

/*
 * Convert the memory address @ip, which @m covers, to an address of the symbol table of the object
 * that @m maps. Return: the converted address.
 */
uint64_t resolve_object_addr(const struct pdata_map *m, uint64_t ip);

/*
 * Convert @addr, an address of the symbol table of the object that @m maps, to a memory address.
 * Return: the memory address.
 */
uint64_t resolve_memory_addr(const struct pdata_map *m, uint64_t addr);
