/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Computes the unwind bias, the difference between addresses in memory and in the file, from an
 * object's lowest map as perf does on x86-64.
 */
#include "session/unwind/unwind_int.h"

#include "object/symbols/location.h"
#include "object/symbols/object_symbols.h"

#include <string.h>

/* Code and data maps of one file can have objects of their own. */
static bool is_same_object_file(const struct pdata_object *a, const struct pdata_object *b)
{
	return a == b ||
	       (a->ino == b->ino && a->maj == b->maj && a->min == b->min &&
		a->build_id_size == b->build_id_size && !strcmp(a->name, b->name) &&
		(!a->build_id_size || !memcmp(a->build_id, b->build_id, a->build_id_size)));
}

/*
 * As in perf, an object's base is its lowest map. If maps from before an exec are left, which perf
 * keeps, too, the lowest map is not the one of the address, and perf finds a wrong frame
 * description or none. Without a map over the .eh_frame_hdr search table there is no base at all.
 */
static bool find_base(struct unwind *u, const struct pdata_mapset *maps,
		      const struct pdata_object *obj, uint64_t *base)
{
	const struct unwind_object *im = unwind_object_of(u, obj);
	const struct pdata_map *m, *table;
	uint64_t at = 0, lowest, hdr;

	if (!im || !unwind_object_table(im, &lowest, &hdr))
		return false;
	while ((m = pdata_mapset_next(maps, &at)) && !is_same_object_file(m->object, obj))
		if (!u->maps_left || !--u->maps_left)
			return false;
	if (!m)
		return false;
	*base = resolve_memory_addr(m, 0) - lowest;
	table = resolve_user_map(maps, *base + hdr);
	return table && is_same_object_file(table->object, obj);
}

static const struct unwind_bias *get_load_bias(struct unwind *u, const struct pdata_mapset *maps,
					       const struct pdata_object *obj)
{
	const uint64_t hash = hash_mix((uintptr_t)maps, obj->index);
	struct unwind_bias *b = &u->bases[hash >> 13 & (UNWIND_BIASES - 1)];

	if (b->maps != maps || b->object != obj) {
		*b = (struct unwind_bias){ .maps = maps, .object = obj };
		b->known = find_base(u, maps, obj, &b->base);
	}
	return b;
}

bool unwind_file_addr(struct unwind *u, const struct unwind_arch *arch,
		      const struct pdata_mapset *maps, const struct pdata_map *map, uint64_t pc,
		      uint64_t *addr)
{
	const struct unwind_object *im;

	if (arch->amd64) {
		const struct unwind_bias *b = get_load_bias(u, maps, map->object);

		*addr = pc - b->base;
		return b->known;
	}
	im = unwind_object_of(u, map->object);
	return im && unwind_object_addr(im, resolve_object_addr(map, pc), addr);
}
