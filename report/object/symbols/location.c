/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Resolves an address of a thread at a time to its map, its address in the object and its symbol.
 */
#include "object/symbols/location.h"

#include "object/symbols/dso_kind.h"
#include "object/symbols/object_symbols_int.h"

enum object_base resolve_object_base(const struct pdata_object *obj)
{
	switch (dso_kind_of(obj)) {
	case DSO_KIND_KERNEL:
		return OBJECT_BASE_ZERO;
	case DSO_KIND_MODULE:
	case DSO_KIND_CODE:
	case DSO_KIND_VDSO:
		return OBJECT_BASE_MAP;
	case DSO_KIND_FILE:
		return OBJECT_BASE_FILE;
	default:
		return dso_is_memory(obj) ? OBJECT_BASE_ZERO : OBJECT_BASE_FILE;
	}
}

static uint64_t object_shift(const struct pdata_map *m)
{
	return resolve_shift(resolve_object_base(m->object), m);
}

uint64_t resolve_object_addr(const struct pdata_map *m, uint64_t ip)
{
	return ip - object_shift(m);
}

uint64_t resolve_memory_addr(const struct pdata_map *m, uint64_t addr)
{
	return addr + object_shift(m);
}

/* Return: the kernel's map, if @addr is among its symbols, which may extend beyond that map. */
static const struct pdata_map *kernel_map_by_symbols(struct symbols *s,
						     const struct resolve_ctx *at, uint64_t addr)
{
	const struct pdata_map *m;
	uint64_t start, end;

	if (!s->kernel.ref_addr)
		return NULL;
	m = pdata_tasks_kernel_map(s->tasks, s->kernel.ref_addr, at->time, at->seq);
	if (!m || dso_kind_of(m->object) != DSO_KIND_KERNEL)
		return NULL;
	return symbols_bounds(s, m->object, &start, &end) && addr >= start && addr < end ? m : NULL;
}

const struct pdata_map *resolve_map(struct symbols *s, const struct resolve_ctx *at,
				    uint32_t cpumode, uint64_t addr)
{
	const struct pdata_map *m = resolve_recorded_map(s->tasks, at, cpumode, addr);

	return m || cpumode != PDATA_CPUMODE_KERNEL ? m : kernel_map_by_symbols(s, at, addr);
}

const struct sym *resolve_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr)
{
	return sym_table_find(symbols_table(s, obj), addr);
}

const struct sym *resolve_any_sym(struct symbols *s, const struct pdata_object *obj, uint64_t addr)
{
	const struct sym *sym = resolve_sym(s, obj, addr);

	return sym ? sym : symbols_unstored(s, obj, addr);
}

void resolve_address(struct symbols *s, const struct resolve_ctx *at, uint32_t cpumode,
		     uint64_t addr, struct location *l)
{
	*l = (struct location){ .map = resolve_map(s, at, cpumode, addr), .addr = addr };
	if (!l->map)
		return;
	l->addr = resolve_object_addr(l->map, addr);
	l->sym = resolve_any_sym(s, l->map->object, l->addr);
}
