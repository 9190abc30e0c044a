/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds address spaces with equal maps, as those of a program that is executed again with the same
 * pid. Their addresses and call stacks have the same locations, so they are collected only once.
 */
#include "profile/hist/equal_spaces.h"

#include "base/interner.h"
#include "base/memory.h"
#include "common/hash_table.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#define FIRST_SLOTS 256u
#define MAPS_COMPARED 256u /* a space with more maps is not compared */

/* An address space that was seen first with these maps. */
struct hist_space {
	const struct pdata_mapset *maps;
	uint64_t hash; /* of all maps */
	uint32_t pid;
	uint32_t epoch;
};

static bool has_equal_maps(const struct pdata_mapset *x, const struct pdata_mapset *y)
{
	uint64_t x_at = 0, y_at = 0;

	for (;;) {
		const struct pdata_map *a = pdata_mapset_next(x, &x_at);
		const struct pdata_map *b = pdata_mapset_next(y, &y_at);

		if (!a || !b)
			return a == b;
		if (a->start != b->start || a->end != b->end || a->pgoff != b->pgoff ||
		    a->object != b->object || x_at != y_at)
			return false;
	}
}

PD_HASH_TABLE(hist_space, struct hist_space, s->maps,
	      s->hash == k->hash && s->pid == k->pid && has_equal_maps(s->maps, k->maps), k->hash)

/* Return: the hash of all maps; 0: there are too many. */
static uint64_t hash_maps(const struct pdata_mapset *maps)
{
	const struct pdata_map *m;
	uint64_t hash = 1, at = 0;
	uint32_t nr = 0;

	while ((m = pdata_mapset_next(maps, &at))) {
		if (++nr > MAPS_COMPARED)
			return 0;
		hash = hash_mix(hash_mix(hash, m->start), m->end);
		hash = hash_mix(hash_mix(hash, m->pgoff), m->object->index);
		hash = hash_mix(hash, at);
	}
	return hash ? hash : 1;
}

int hist_spaces_join(struct hist_spaces *spaces, uint32_t pid, const struct pdata_mapset *maps,
		     uint32_t *epoch)
{
	struct hist_space key = { .maps = maps, .pid = pid, .epoch = *epoch }, *space;

	if (!maps)
		return 0;
	if (!mem_room_zeroed(&spaces->first, &spaces->cap_first, key.epoch, sizeof(*spaces->first)))
		return -ENOMEM;
	if (spaces->first[key.epoch]) {
		*epoch = spaces->first[key.epoch] - 1;
		return 0;
	}
	key.hash = hash_maps(maps);
	if (!key.hash)
		return 0;
	if ((!spaces->slots || spaces->nr * 2 >= spaces->mask) &&
	    !mem_check(!hist_space_grow(&spaces->slots, &spaces->mask, FIRST_SLOTS, 0)))
		return -ENOMEM;
	space = hist_space_slot(spaces->slots, spaces->mask, &key, 0);
	if (!space->maps) {
		*space = key;
		spaces->nr++;
	}
	*epoch = space->epoch;
	spaces->first[key.epoch] = space->epoch + 1;
	return 0;
}

void hist_spaces_free(struct hist_spaces *spaces)
{
	pd_free(spaces->slots);
	free(spaces->first);
}
